import { everyAddress } from '../support/addresses.ts';
import { ask } from '../support/http.ts';
import { root } from '../support/program.ts';
import type { SiteServer } from '../support/SiteServer.ts';
import { expect, test } from '../support/serverTest.ts';
import { type Attack, attack } from './fuzz/attacks.ts';
import { Random } from './fuzz/Random.ts';
import { type RawAnswer, rawAnswer } from './raw.ts';

const count = 5_000;
const atOnce = 16;
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 32);

/** What no visitor is to learn: places on the server's disk, stack traces, names and versions of what it runs on. */
const secrets = [
  /\bat \S+ \(?\S+:\d+:\d+/,
  /node_modules[/\\]|file:\/\//,
  /fastify|sqlite|node(?:js)?[/ ]v?\d/i,
  /^(?:server|x-powered-by):/im,
];

/** What is wrong with the answer to an attack. */
function faultOf({ bytes, isRequest }: Attack, { status, headers, text, isHanging }: RawAnswer): string | undefined {
  if (isHanging) return 'no answer';
  if (status >= 500) return `status ${status}`;
  if (status === 0) return isRequest ? 'closed without an answer' : undefined;
  if (!headers.get('content-security-policy')?.startsWith("default-src 'none'")) return 'no policy';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'content may be sniffed';
  if (!/^(?:\/(?!\/)|$)/.test(headers.get('location') ?? '')) return `leads to ${headers.get('location')}`;
  if (text.includes(root)) return 'tells where it is';
  // Pages may repeat their own address.
  const [secret] = secrets.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).filter((told) => !bytes.includes(told));
  return secret && `tells ${secret}`;
}

const pagesOf = (site: SiteServer): Promise<string[]> =>
  Promise.all(everyAddress.map(async ({ path }) => (await ask(site, path)).body));

const sendOne = (site: SiteServer, { bytes }: Attack): Promise<RawAnswer> =>
  rawAnswer(site, Buffer.from(bytes, 'latin1'));

/** Whether a busy machine was too slow for a page, which then rests for some seconds. */
const isOverloaded = ({ status, headers }: RawAnswer): boolean => status === 503 && headers.has('retry-after');

const describeFault = (fault: string, { bytes }: Attack, { text }: RawAnswer): string =>
  `${fault}: ${JSON.stringify(bytes.slice(0, 300))} ${text.slice(0, 300)}`;

/** Sends attacks until there are none left, and tells what was wrong; those that are to be sent later go to `later`. */
async function send(site: SiteServer, attacks: Iterator<Attack>, later: Attack[]): Promise<string[]> {
  const faults: string[] = [];
  for (let next = attacks.next(); !next.done; next = attacks.next()) {
    const answer = await sendOne(site, next.value);
    const fault = faultOf(next.value, answer);
    if (isOverloaded(answer)) later.push(next.value);
    else if (fault) faults.push(describeFault(fault, next.value, answer));
  }
  return faults;
}

test(`${count} hostile requests break nothing, learn nothing and leave no trace on any page`, async ({
  startOwnSite,
}) => {
  test.setTimeout(180_000);
  console.log(`FUZZ_SEED=${seed}`);
  const site = await startOwnSite();
  const before = await pagesOf(site);
  const random = new Random(seed);
  const attacks = Array.from({ length: count }, () => attack(random));
  const slow = [
    'GET /en HTTP/1.1\r\nHost: a\r\nX: ',
    'POST /en/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\na',
  ];
  const waiting = slow.map((bytes) => rawAnswer(site, bytes, 60_000));
  const queue = attacks.values();
  const later: Attack[] = [];
  const runs = await Promise.all(Array.from({ length: atOnce }, () => send(site, queue, later)));
  const faults = runs.flat();
  expect(faults.slice(0, 20), `seed ${seed}, ${faults.length} faults`).toEqual([]);
  for (const { status, isHanging } of await Promise.all(waiting)) {
    expect(isHanging, 'a client that stops half way is not waited for').toBe(false);
    expect([408, 415]).toContain(status);
  }
  // By now no page rests any more: what was put off is answered.
  for (const put of later) expect(faultOf(put, await sendOne(site, put)), put.bytes.slice(0, 300)).toBeUndefined();
  expect(await pagesOf(site)).toEqual(before);
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
});
