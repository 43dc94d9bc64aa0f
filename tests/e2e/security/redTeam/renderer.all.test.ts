/** What a release's code can do to the server through the process that renders its pages. */
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';
import { rendererLimits } from '@site/renderer/limits.ts';
import { mapFileOf } from '@site/renderer/sourceMaps/sourceMaps.ts';
import { canBuild } from '@site/renderer/walls/strongestWall.ts';
import { walls } from '@site/renderer/walls/wall.ts';
import { readInnerPid } from '@site/renderer/workers/readInnerPid.ts';
import { parseRendererMessage } from '@site/renderer/workers/rendererMessages.ts';
import { serverLimits } from '@site/server/limits.ts';
import { descendantsOf, isRunning } from '@site/testkit/measure/processes.ts';
import { answering, type CraftedWorker, craftedWorker, homeTask, ready } from '@site/testkit/render/craftedWorker.ts';
import { startCommand } from '@site/testkit/site/program.ts';
import fc from 'fast-check';
import { bytes, trying } from './fuzzing.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** Other programs may keep the machine busy. */
const slowly = { timeout: 20_000 };

const done = answering("'done'");

const place = 'shell@version-1.cjs:1:1';

/** Code that runs for each job, in place of a page. */
const rendering = (code: string) => `${ready} receive(({ type, id }) => { if (type === 'render') { ${code} } });`;

const printing = (text: string) => rendering(`print(${text}); ${done}`);

const mapWith = (source: unknown, more = '') =>
  `{ "version": 3, "sources": [${JSON.stringify(source)}], "names": [], "mappings": "AAAA"${more} }`;

const { bytes: longest, values: most, depth: deepest } = rendererLimits.workerMessages;

/** A call that is expensive to read: a million keys in 12 MB would take the server two seconds. */
const callWith = (keys: number) =>
  `{"type":"fetch","id":1,"request":{"job":1,"method":"GET","path":"/api/v1/blog/en","headers":{' + Array.from({ length: ${keys} }, (_, key) => '"' + key.toString(36) + '":""').join() + '}}}`;

const callApi = async () => ({ status: 200, headers: {}, body: '' });

/** Expressions of invalid messages: random bytes, parts of lines, JSON of a wrong shape, and oversized ones. */
const garbage = fc.oneof(
  bytes.map((data) => {
    const list = `[${[...data].join()}]`;
    return `(typeof Buffer === 'function' ? Uint8Array.from(${list}) : String.fromCharCode(...${list}))`;
  }),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.jsonValue().map((value) => JSON.stringify(`${JSON.stringify(value)}\n`)),
  fc
    .tuple(
      fc.constantFrom('ready', 'started', 'rendered', 'inspected', 'fetch'),
      fc.dictionary(fc.string(), fc.jsonValue()),
    )
    .map(([type, more]) => JSON.stringify(JSON.stringify({ ...more, type }))),
  fc.nat(3 * longest).map((length) => `'x'.repeat(${length})`),
  fc.nat(1_000_000).map((depth) => `'['.repeat(${depth})`),
  fc.nat(1_000_000).map((keys) => `'${callWith(keys)}'`),
);

describe.each(walls.filter((wall) => wall !== 'bubblewrap' && canBuild(wall)))('behind the wall %s', (wall) => {
  async function attack(
    code: string,
    host: Parameters<typeof craftedWorker>[1] = {},
    files: Parameters<typeof craftedWorker>[2] = {},
  ): Promise<CraftedWorker> {
    const started = await craftedWorker(code, { wall, ...host }, files);
    cleanups.push(started.stop);
    return started;
  }

  test.each([
    ['a source name of 12 MB', mapWith('x'.repeat(12_000_000))],
    ['a source name of 7 MB', mapWith('x'.repeat(7_000_000))],
    ['a source name with line breaks', mapWith('a\nlog: forged')],
    ['a map of 19 MB', mapWith('remote.ts', `, "names": "${'x'.repeat(19_000_000)}"`)],
    ['a map whose places fill the memory', mapWith('remote.ts', `, "mappings": "${'AAAA,'.repeat(1_600_000)}AAAA"`)],
    ['a source that isn’t text', mapWith({ replace: 5 })],
    ['a map that is none', '[[[[['],
  ])('when a release with %s prints 100 places, they stay unmapped, and the server keeps running', async (_, map) => {
    const files = { [mapFileOf('renderer.cjs')]: map };
    const { worker, output } = await attack(printing(`'${`${place} `.repeat(100)}'`), {}, files);
    expect(await worker.render(homeTask)).toMatchObject({ message: 'done' });
    await expect.poll(() => output.join(''), slowly).toBe(`${place} `.repeat(100));
  });

  test('what a release prints grows by bounded names, and by a bounded number of them', async () => {
    const name = 'n'.repeat(rendererLimits.sourceMap.sourceName);
    const files = { [mapFileOf('renderer.cjs')]: mapWith(name) };
    const { worker, output } = await attack(printing(`'${`${place} `.repeat(1_000)}'`), {}, files);
    expect(await worker.render(homeTask)).toMatchObject({ message: 'done' });
    await expect.poll(() => output.join(''), slowly).toContain(name);
    expect(output.join('').split(name).length - 1).toBe(rendererLimits.sourceMap.places);
  });

  test('a release’s output reaches the log in the order in which it was printed, mapped or not', async () => {
    const files = { [mapFileOf('renderer.cjs')]: mapWith('remote.ts') };
    const code = rendering(`print('first ${place}'); later(() => { print(' second'); ${done} }, 20);`);
    const { worker, output } = await attack(code, {}, files);
    expect(await worker.render(homeTask)).toMatchObject({ message: 'done' });
    await expect.poll(() => output.join(''), slowly).toBe('first remote.ts:1:1 second');
  });

  test('a log that throws ends the process that prints, and nothing else', async () => {
    const onOutput = () => {
      throw new RangeError('Invalid string length');
    };
    const { worker, lost } = await attack(`${ready} print('x');`, { onOutput });
    await worker.ready;
    await expect.poll(() => lost, slowly).toEqual(['message']);
  });

  test('an API that throws ends the process that calls it, and nothing else', async () => {
    const request = { method: 'GET', path: '/api/v1/blog/en', headers: {} };
    const call = `send({ type: 'fetch', id, request: { job: id, ...${JSON.stringify(request)} } });`;
    const { worker, lost } = await attack(rendering(call));
    expect(await worker.render(homeTask)).toMatchObject({ kind: 'lost' });
    await expect.poll(() => lost, slowly).toEqual(['message']);
  });

  test.each([
    ['a message of a million keys', `write('${callWith(1_000_000)}\\n')`, `more than ${longest} bytes`],
    ['a short message of many keys', `write('${callWith(most)}\\n')`, `more than ${most} values`],
    ['a deep one', `write('['.repeat(${deepest + 1}) + '\\n')`, `nested more than ${deepest} times`],
    ['a line without an end', `write('x'.repeat(${longest + 1}))`, `more than ${longest} bytes`],
    ['no JSON', `write('{"type":\\n')`, 'an invalid message'],
    [
      'messages without an end',
      `for (let one = 0; one < 40_000; one += 1) send({ type: 'started', id })`,
      'more messages',
    ],
    [
      'calls without an end',
      `for (let one = 0; one < 15_000; one += 1) send({ type: 'fetch', id: one, request: { job: id, path: '/', method: 'GET', headers: {} } })`,
      'more messages',
    ],
  ])(
    'a process that sends %s is ended before the message is processed, and the log says why',
    async (_, code, problem) => {
      const { worker, lost, output } = await attack(rendering(code));
      expect(await worker.render(homeTask)).toMatchObject({ kind: 'lost' });
      expect(lost).toEqual(['message']);
      const said = output.filter((text) => text.startsWith('SITE-RENDER A rendering worker sent'));
      expect(said).toEqual([expect.stringContaining(problem)]);
    },
  );

  test('a page whose data have too many values fails, and its process keeps running', async () => {
    const view = `'{"head":{' + Array.from({ length: ${most} }, (_, key) => '"' + key.toString(36) + '":0').join() + '}}'`;
    const outcome = `{ kind: 'view', html: '', view: ${view}, missingTexts: [] }`;
    const { worker, lost } = await attack(rendering(`send({ type: 'rendered', id, outcome: ${outcome} });`));
    for (let page = 0; page < 2; page += 1)
      expect(await worker.render(homeTask)).toMatchObject({ message: expect.stringMatching(/^SITE-ANSWER .* values/) });
    expect(lost).toEqual([]);
  });

  test('a process that sends a lot in total, spread over many pages, keeps running', async () => {
    const { worker, lost } = await attack(rendering(`write('${callWith(most / 2)}\\n'); ${done}`), {
      callApi,
    });
    for (let page = 0; page < 5; page += 1) expect(await worker.render(homeTask)).toMatchObject({ message: 'done' });
    expect(lost).toEqual([]);
  });

  test('a process that reads nothing costs the server a bounded memory', async () => {
    const { unread } = rendererLimits.workerMessages;
    const body = 'x'.repeat(serverLimits.apiAnswerSize);
    const call = { type: 'fetch', request: { method: 'GET', path: '/api/v1/blog/en', headers: {} } };
    const calls = `for (let job = 1; job <= 8; job += 1) for (let one = 0; one < 8; one += 1)
      send({ ...${JSON.stringify(call)}, id: one, request: { ...${JSON.stringify(call.request)}, job } });`;
    const code = `${ready} let jobs = 0; receive(() => { jobs += 1; if (jobs < 8) return; ${calls} later(() => { for (;;); }, 0); });`;
    const { worker, lost, output } = await attack(code, {
      callApi: async () => ({ status: 200, headers: {}, body }),
    });
    const pages = Array.from({ length: 8 }, () => worker.render(homeTask));
    for (const page of pages) expect(await page).toMatchObject({ kind: 'lost' });
    expect(lost).toEqual(['message']);
    expect(output.join('')).toContain(`left ${unread} bytes unread`);
  });

  test('whatever a process writes and prints, it can end only itself', async () => {
    const attempt = fc.record({ written: fc.array(garbage, { maxLength: 3 }), printed: fc.string() });
    await fc.assert(
      fc.asyncProperty(attempt, async ({ written, printed }) => {
        const writes = written.map((data) => `write(${data});`).join(' ');
        // The last line is invalid, whatever it follows.
        const code = rendering(`print(${JSON.stringify(printed)}); ${writes} write('\\n5\\n');`);
        const { worker, output, lost, stop } = await craftedWorker(code, { wall, callApi });
        expect(await worker.render(homeTask)).toMatchObject({ kind: 'lost' });
        expect(lost).toEqual(['message']);
        expect(output.join('')).toContain('SITE-RENDER A rendering worker sent');
        await stop();
      }),
      trying('process'),
    );
  });

  test.skipIf(process.platform !== 'linux')(
    'a process that loops ends with the server, also when that is killed',
    async () => {
      const { shell } = await attack(`${ready} later(() => { print('looping'); for (;;); }, 0);`);
      const server = `import { RenderWorker } from '@site/renderer/workers/RenderWorker.ts';
      const onOutput = (text) => process.stdout.write(text);
      new RenderWorker({ wall: '${wall}', onOutput }, ${JSON.stringify(shell)}, undefined);`;
      const { process: killed, output } = startCommand(root, {}, [
        process.execPath,
        '--input-type=module',
        '-e',
        server,
      ]);
      await expect.poll(output, slowly).toContain('looping');
      const started = descendantsOf(killed.pid ?? 0);
      expect(started.length).toBeGreaterThan(0);
      killed.kill('SIGKILL');
      await expect.poll(() => started.filter(isRunning), slowly).toEqual([]);
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'a process that loops after its answer is ended, and an idle one stays',
    async () => {
      const looping = await attack(rendering(`${done} later(() => { for (;;); }, 50);`));
      const calm = await attack(rendering(done));
      for (const { worker } of [looping, calm])
        expect(await worker.render(homeTask)).toMatchObject({ message: 'done' });
      await expect.poll(() => looping.worker.isRunning, slowly).toBe(false);
      expect(calm.worker.isRunning).toBe(true);
    },
  );
});

test('whatever bubblewrap’s descriptor says, it names a process or is refused', async () => {
  const told = fc.oneof(
    bytes,
    fc.jsonValue().map((value) => JSON.stringify({ 'child-pid': value })),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(told, async (part) => {
      const pid = await readInnerPid(Readable.from([Buffer.from(part)])).catch(() => 2);
      expect(Number.isSafeInteger(pid) && pid > 1).toBe(true);
    }),
    trying('value'),
  );
  const endless = Array.from({ length: 1_000 }, () => '{"child-pid":'.repeat(10));
  await expect(readInnerPid(Readable.from(endless))).rejects.toThrow('too much');
});

test('any message is either valid or refused', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withDate: true, withNullPrototype: true }), (sent) => {
      expect(() => parseRendererMessage(sent)).not.toThrow();
    }),
    trying('value'),
  );
});
