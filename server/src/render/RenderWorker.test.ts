import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { isRunning } from '@site/testkit/measure/processes.ts';
import type { ApiCall } from '../api/ApiBackend.ts';
import { type LostReason, type RenderHost, RenderWorker } from './RenderWorker.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const job = { request: { url: '/en', language: 'en' }, origin: 'http://site.example', registry: {} } as const;
const shellIn = (folder: string) =>
  ({
    folder,
    manifest: { name: 'shell', version: 'version-1', server: 'renderer.cjs', files: {} },
  }) as unknown as Release;
const task = { job, shell: shellIn('/nowhere'), page: 'home', remote: undefined, visitor: { address: '192.0.2.1' } };

/** A worker whose process runs some code in the place of the shell's bundle. */
async function workerOf(code: string, callApi: RenderHost['callApi'] = () => Promise.reject(new Error('unused'))) {
  const folder = await mkdtemp(join(tmpdir(), 'site-worker-'));
  await writeFile(join(folder, 'renderer.cjs'), `process.on('disconnect', () => process.exit(0)); ${code}`);
  const output: string[] = [];
  const lost: LostReason[] = [];
  const onLost: RenderHost['onLost'] = (_release, reason) => lost.push(reason);
  const worker = new RenderWorker(
    { wall: 'process', callApi, onOutput: (text) => output.push(text), onLost },
    shellIn(folder),
    undefined,
  );
  cleanups.push(
    () => worker.retire(),
    () => rm(folder, { recursive: true, force: true }),
  );
  return { worker, output, lost };
}

const ready = "process.send({ type: 'ready' });";

test.each(['null', '5', '{}', "{ type: 'rendered', id: 1 }", "{ type: 'fetch', id: 1, request: { job: 1, path: 5 } }"])(
  'a worker that sends %s is ended, and nothing else is affected',
  async (sent) => {
    const { worker, output } = await workerOf(`${ready} process.on('message', () => process.send(${sent}));`);
    await expect(worker.render(task)).rejects.toMatchObject({ name: 'WorkerLostError' });
    expect(output.join()).toContain('SITE-RENDER');
  },
);

test.each([
  "{ type: 'rendered', id, outcome: { kind: 'view', status: 99999 } }",
  "{ type: 'inspected', id, pages: [] }",
])('a job that is answered with %s has failed, and its worker goes on', async (sent) => {
  const { worker, lost } = await workerOf(
    `${ready} process.on('message', ({ id }) => { process.send({ type: 'rendered', id: id + 100, outcome: 1 }); process.send(${sent}); });`,
  );
  for (let times = 0; times < 2; times += 1)
    expect(await worker.render(task)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('SITE-ANSWER'),
    });
  expect(lost).toEqual([]);
});

test.each([
  ['start', 'throw new Error("broken");'],
  ['crash', `${ready} process.on('message', () => process.exit(3));`],
  ['message', `${ready} process.on('message', () => process.send(5));`],
] as const)('the operator hears why a worker was lost: %s', async (reason, code) => {
  const { worker, lost } = await workerOf(code);
  await expect(worker.render(task)).rejects.toMatchObject({ name: 'WorkerLostError' });
  await expect.poll(() => lost).toEqual([reason]);
});

/** Renders by making a call, and tells the status of its answer as what failed. */
const calling = (path: string) => `${ready} process.on('message', ({ type, response }) => {
  if (type === 'render') process.send({ type: 'fetch', id: 7, request: { job: 1, path: '${path}', method: 'GET', headers: {} } });
  else process.send({ type: 'rendered', id: 1, outcome: { kind: 'failed', message: String(response.status), isLate: false } });
});`;

const answering =
  (calls: ApiCall[]): RenderHost['callApi'] =>
  async (request) => {
    calls.push(request);
    return { status: 200, headers: {}, body: '' };
  };

test('a page gets what the API answers', async () => {
  const calls: ApiCall[] = [];
  const { worker } = await workerOf(calling('/api/v1/blog/en?page=2'), answering(calls));
  expect(await worker.render(task)).toMatchObject({ message: '200' });
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/blog/en?page=2']);
});

test.each([
  '/metrics',
  '/en',
  '/api/v1/../../metrics',
  '/api/v1/%2e%2e/%2e%2e/metrics',
  '//elsewhere.example/api/v1/',
  '@elsewhere.example/api/v1/',
])('a page that calls %s reaches nobody', async (path) => {
  const calls: ApiCall[] = [];
  const { worker } = await workerOf(calling(path), answering(calls));
  expect(await worker.render(task)).toMatchObject({ message: '0' });
  expect(calls).toEqual([]);
});

test('a worker starts from a folder that is named relative to the server’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-worker-'));
  await writeFile(join(folder, 'renderer.cjs'), `process.on('disconnect', () => process.exit(0)); ${ready}`);
  const host = { callApi: () => Promise.reject(new Error('unused')), onOutput: () => {} };
  const worker = new RenderWorker(host, shellIn(relative(process.cwd(), folder)), undefined);
  cleanups.push(
    () => worker.retire(),
    () => rm(folder, { recursive: true, force: true }),
  );
  await worker.ready;
});

test('a worker that loops when it is no longer needed is ended', async () => {
  const { worker, output } = await workerOf(`${ready} setTimeout(() => { console.log(process.pid); for (;;); });`);
  await expect.poll(() => output.join('')).toMatch(/^\d+\n$/);
  worker.retire();
  await expect.poll(() => isRunning(Number(output[0])), { timeout: 10_000 }).toBe(false);
});
