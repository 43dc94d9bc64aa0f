/** Loaded into a server before its own code: every SIGUSR2 makes its clock jump an hour ahead, or back again. */
const hour = 3_600_000;
const RealDate = Date;
let offset = 0;

process.on('SIGUSR2', () => {
  offset = offset === 0 ? hour : 0;
});

const now = () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (_, parameters) => new RealDate(...((parameters.length > 0 ? parameters : [now()]) as [number])),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
