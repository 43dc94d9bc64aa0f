import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from '@rstest/core';
import { isRunning } from '@site/testkit/measure/processes.ts';
import { craftedShell, craftedWorker, homeTask, ready } from '@site/testkit/render/craftedWorker.ts';
import type { ApiCall } from '../apiCalls.ts';
import { rendererLimits } from '../limits.ts';
import type { Failure } from '../outcome/outcome.ts';
import { mapFileOf } from '../sourceMaps/sourceMaps.ts';
import { canBuild } from '../walls/strongestWall.ts';
import { type RenderHost, RenderWorker } from './RenderWorker.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

async function workerOf(code: string, callApi?: RenderHost['callApi']) {
  const crafted = await craftedWorker(code, callApi && { callApi });
  cleanups.push(crafted.stop);
  return crafted;
}

test.each(['null', '5', '{}', "{ type: 'rendered', id: 1 }", "{ type: 'fetch', id: 1, request: { job: 1, path: 5 } }"])(
  'a worker that sends %s is ended, and nothing else is affected',
  async (sent) => {
    const { worker, output } = await workerOf(`${ready} receive(() => send(${sent}));`);
    expect(await worker.render(homeTask)).toMatchObject({ kind: 'lost' });
    expect(output.join()).toContain('SITE-RENDER');
  },
);

test.each([
  "{ type: 'rendered', id, outcome: { kind: 'view', status: 99999 } }",
  "{ type: 'inspected', id, pages: [] }",
  "{ type: 'rendered', id, outcome: new Error('view') }",
  "{ type: 'rendered', id, outcome: new Map([['kind', 'view']]) }",
  "{ type: 'rendered', id, outcome: Object.create({ kind: 'failed', message: '', isLate: false }) }",
  "{ type: 'rendered', id, outcome: { get kind() { return Object.assign([], { 0: 'view' }); }, __proto__: { isLate: false } } }",
  "{ type: 'rendered', id, outcome: { kind: 'failed', message: 'x'.repeat(1e6), isLate: false } }",
  "{ type: 'rendered', id, outcome: { kind: 'failed', message: { toString: 1 }, isLate: false } }",
  "{ type: 'rendered', id, outcome: { kind: 'view', html: 'x'.repeat(3e6), view: '{}', missingTexts: [] } }",
  "{ type: 'rendered', id, outcome: Array.from({ length: 50 }).reduce((inner) => [inner], []) }",
])('a job that is answered with %s has failed, and its worker goes on', async (sent) => {
  const { worker, lost } = await workerOf(
    `${ready} receive(({ id }) => { send({ type: 'rendered', id: id + 100, outcome: 1 }); send(${sent}); });`,
  );
  for (let times = 0; times < 2; times += 1)
    expect(await worker.render(homeTask)).toMatchObject({
      kind: 'threw',
      message: expect.stringContaining('SITE-ANSWER'),
    });
  expect(lost).toEqual([]);
});

test.each([
  ['start', 'throw new Error("broken");'],
  ['crash', `${ready} receive(() => process.exit(3));`],
  ['message', `${ready} receive(() => send(5));`],
] as const)('the operator hears why a worker was lost: %s', async (reason, code) => {
  const { worker, lost } = await workerOf(code);
  expect(await worker.render(homeTask)).toMatchObject({ kind: 'lost' });
  await expect.poll(() => lost).toEqual([reason]);
});

/** Renders by making calls, and reports the statuses of their answers as its failure. */
const calling = (request: object, times = 1) => `${ready} const statuses = []; receive(({ type, id, response }) => {
  if (type === 'render') for (let call = 0; call < ${times}; call += 1)
    send({ type: 'fetch', id: call, request: { job: id, method: 'GET', headers: {}, ...${JSON.stringify(request)} } });
  else if (statuses.push(response.status) === ${times})
    send({ type: 'rendered', id: 1, outcome: { kind: 'failed', message: statuses.join(), isLate: false } });
});`;

const answering =
  (calls: ApiCall[]): RenderHost['callApi'] =>
  async (request) => {
    calls.push(request);
    return { status: 200, headers: {}, body: '' };
  };

test.each(['/api/v1/blog/en', '/api/v1/blog/fr/r/a-slug', '/api/v1/blog/es/r/%E6%97%A5%2F%3F'])(
  'a page gets what the API answers to GET %s, which is asked without its headers',
  async (path) => {
    const calls: ApiCall[] = [];
    const headers = { cookie: 'a=b', 'x-forwarded-for': '192.0.2.99' };
    const { worker } = await workerOf(calling({ path, headers }), answering(calls));
    expect(await worker.render(homeTask)).toMatchObject({ message: '200' });
    expect(calls).toEqual([{ method: 'GET', path, headers: {} }]);
  },
);

test.each<[string, string, object?]>([
  ['/metrics', 'GET'],
  ['/en', 'GET'],
  ['/api/v1/../../metrics', 'GET'],
  ['/api/v1/blog/en/r/..', 'GET'],
  ['/api/v1/blog/en/r/%2e%2e', 'GET'],
  ['/api/v1/blog/en/r/a%0a', 'GET', { path: '/api/v1/blog/en/r/a\n' }],
  ['//elsewhere.example/api/v1/blog/en', 'GET'],
  ['@elsewhere.example/api/v1/blog/en', 'GET'],
  ['/api/v1/blog/en?page=2', 'GET'],
  ['/api/v1/blog/de', 'GET'],
  ['/api/v1/blog', 'GET'],
  ['/api/v1/xsrf', 'GET'],
  ['/api/v1/contact', 'POST', { body: '{}' }],
  ['/api/v1/blog/en', 'POST'],
  ['/api/v1/blog/en', 'DELETE'],
  ['/api/v1/blog/en', 'GET', { body: '{}' }],
])('a page that calls %s with %s reaches nobody, and the log says so', async (path, method, more) => {
  const calls: ApiCall[] = [];
  const { worker, output } = await workerOf(calling({ path, method, ...more }), answering(calls));
  expect(await worker.render(homeTask)).toMatchObject({ message: '0' });
  expect(calls).toEqual([]);
  expect(output.join()).toContain('SITE-CALL shell@version-1');
});

test('a page may make only a few calls, and the log says so once', async () => {
  const calls: ApiCall[] = [];
  const { worker, output } = await workerOf(calling({ path: '/api/v1/blog/en' }, 20), answering(calls));
  const outcome = await worker.render(homeTask);
  expect('message' in outcome && outcome.message.match(/200/g)).toHaveLength(rendererLimits.pageCalls);
  expect(calls).toHaveLength(rendererLimits.pageCalls);
  expect(output.join().match(/SITE-CALL/g)).toHaveLength(1);
});

test('a call for a job that the worker doesn’t have isn’t made', async () => {
  const calls: ApiCall[] = [];
  const forged = `${ready} receive(({ id }) => {
    for (const job of [id + 1, 0, -1, 1e9]) send({ type: 'fetch', id: 1, request: { job, path: '/api/v1/blog/en', method: 'GET', headers: {} } });
    send({ type: 'rendered', id, outcome: { kind: 'failed', message: 'done', isLate: false } });
  });`;
  const { worker } = await workerOf(forged, answering(calls));
  expect(await worker.render(homeTask)).toMatchObject({ message: 'done' });
  expect(calls).toEqual([]);
});

test('a worker starts from a folder that is named relative to the server’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-worker-'));
  await writeFile(join(folder, 'renderer.cjs'), "process.send({ type: 'ready' });");
  // Behind bubblewrap the process has another working folder.
  const wall = canBuild('bubblewrap') ? 'bubblewrap' : 'process';
  const host = { wall, callApi: () => Promise.reject(new Error('unused')), onOutput: () => {} } as const;
  const worker = new RenderWorker(host, craftedShell(relative(process.cwd(), folder)), undefined);
  cleanups.push(
    () => worker.retire(),
    () => rm(folder, { recursive: true, force: true }),
  );
  await worker.ready;
});

test('an answer that comes later than another, or for another job, changes nothing', async () => {
  const answer = (id: string, message: string) =>
    `send({ type: 'rendered', id: ${id}, outcome: { kind: 'failed', message: '${message}', isLate: false } });`;
  const { worker } = await workerOf(
    `${ready} receive(({ id }) => { ${answer('id + 1', 'early')} ${answer('id', 'own')} ${answer('id', 'late')} later(() => { ${answer('id', 'later')} }); });`,
  );
  for (let times = 0; times < 3; times += 1) expect(await worker.render(homeTask)).toMatchObject({ message: 'own' });
});

test('a release that prints endlessly doesn’t hold up the server', async () => {
  const { worker, output } = await workerOf(
    `${ready} receive(({ id }) => { for (let line = 0; line < 100; line += 1) print('a/'.repeat(30_000)); send({ type: 'rendered', id, outcome: { kind: 'failed', message: 'done', isLate: false } }); });`,
  );
  expect(await worker.render(homeTask)).toMatchObject({ message: 'done' });
  await expect.poll(() => output.join('').length).toBeGreaterThan(0);
  expect(output.every((text) => text.length <= rendererLimits.workerOutput)).toBe(true);
});

test.skipIf(process.platform === 'win32')(
  'a page that fails is answered before its place in the sources is known',
  async () => {
    const map = mapFileOf('renderer.cjs');
    const outcome = "{ kind: 'failed', message: 'broken', stack: 'at shell@version-1.cjs:1:1', isLate: false }";
    const { shell, worker, stop } = await craftedWorker(
      `${ready} receive(({ id }) => send({ type: 'rendered', id, outcome: ${outcome} }));`,
      {},
      { [map]: '' },
    );
    cleanups.push(stop);
    // Opening a named pipe to read blocks until another process writes to it.
    const pipe = join(shell.folder, map);
    await rm(pipe);
    execFileSync('mkfifo', [pipe]);
    const failed = await worker.render(homeTask);
    const { located } = failed as Failure;
    expect(failed).toMatchObject({ kind: 'threw', message: 'broken' });
    expect(await Promise.race([located, setImmediate('not yet')])).toBe('not yet');
    const written = writeFile(pipe, JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' }));
    // A machine that is very busy gives up looking.
    expect(await located).toMatch(/^broken( \(a\.ts:1:1\))?$/);
    await Promise.race([written, readFile(pipe)]);
  },
);

test('a worker that loops when it is no longer needed is ended', async () => {
  const { worker, output } = await workerOf(`${ready} later(() => { console.log(process.pid); for (;;); });`);
  await expect.poll(() => output.join('')).toMatch(/^\d+\n$/);
  worker.retire();
  await expect.poll(() => isRunning(Number(output[0])), { timeout: 10_000 }).toBe(false);
});
