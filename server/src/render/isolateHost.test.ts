import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { isolateFile } from '@site/shared/contract/release.ts';
import { type LostReason, RenderWorker } from './RenderWorker.ts';
import { canBuild } from './strongestWall.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

const job = { request: { url: '/en', language: 'en' }, origin: 'http://site.example', registry: {} } as const;

/** A worker whose shell evaluates an expression for each job, and renders its text as what failed. */
async function workerOf(expression: string, { hasRenderer = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'site-isolate-'));
  const code = `module.exports.start = (send, print, startTimer) => {
    const say = (message) => send(JSON.stringify(message));
    say({ type: 'ready' });
    return {
      receive: (text) => {
        const { id } = JSON.parse(text);
        say({ type: 'rendered', id, outcome: { kind: 'failed', message: String(${expression}), isLate: false } });
      },
      runTimer: (id) => { throw id === 2 ? null : new Error('from a timer'); },
    };
  };`;
  await mkdir(join(folder, 'server'));
  if (hasRenderer) await writeFile(join(folder, isolateFile), code);
  const manifest = { name: 'shell', version: 'version-1', server: 'server/renderer.cjs', files: {} };
  const shell = { folder, manifest } as unknown as Release;
  const output: string[] = [];
  const lost: LostReason[] = [];
  const worker = new RenderWorker(
    {
      wall: 'isolate',
      callApi: () => Promise.reject(new Error('unused')),
      onOutput: (text) => output.push(text),
      onLost: (_release, reason) => lost.push(reason),
    },
    shell,
    undefined,
  );
  cleanups.push(
    () => worker.retire(),
    () => rm(folder, { recursive: true, force: true }),
  );
  const task = { job, shell, page: 'home', remote: undefined, visitor: { address: '192.0.2.1' } };
  return { render: () => worker.render(task), worker, output, lost };
}

const inIsolate = test.runIf(canBuild('isolate'));

inIsolate('code in an isolate finds nothing of Node', async () => {
  const { render } = await workerOf(
    `['process', 'require', 'module', 'fetch', 'Buffer', 'setTimeout'].map((name) => typeof globalThis[name])`,
  );
  expect(await render()).toMatchObject({ message: Array(6).fill('undefined').join() });
});

inIsolate.each([
  ['throws in a timer', 'startTimer(1, 0)', 'from a timer'],
  ['throws nothing in a timer', 'startTimer(2, 0)', 'null'],
  ['throws as it takes a message', '(() => { throw new RangeError("too far"); })()', 'too far'],
])('what %s is in the log, and the next page is rendered', async (_, expression, message) => {
  const { render, output } = await workerOf(
    `globalThis.hasFailed ? 'rendered' : (globalThis.hasFailed = true, ${expression})`,
  );
  void render().catch(() => {});
  await expect.poll(() => output.join(''), { timeout: 10_000 }).toContain(message);
  expect(await render()).toMatchObject({ message: 'rendered' });
});

inIsolate('a message that Node would take for its own is a message like others', async () => {
  const { render, lost } = await workerOf(`say({ cmd: 'NODE_HANDLE', type: 'none' })`);
  void render().catch(() => {});
  await expect.poll(() => lost, { timeout: 10_000 }).toEqual(['message']);
});

inIsolate('a rejection that nobody handles costs nothing', async () => {
  const { render } = await workerOf(`(Promise.reject(new Error('unhandled')), 'rendered')`);
  for (let page = 0; page < 2; page += 1) expect(await render()).toMatchObject({ message: 'rendered' });
});

inIsolate.each([
  ['objects', 'all.push(new Array(1e5).fill(all.length))'],
  ['buffers', 'all.push(new Uint8Array(1e7).fill(1))'],
])('a page that fills the memory with %s costs its process', async (_, fill) => {
  const { render } = await workerOf(`(() => { const all = []; for (;;) ${fill}; })()`);
  await expect(render()).rejects.toMatchObject({ name: 'WorkerLostError' });
});

inIsolate('a shell without a renderer for the isolate renders nothing', async () => {
  const { render, lost } = await workerOf('', { hasRenderer: false });
  await expect(render()).rejects.toMatchObject({ name: 'WorkerLostError' });
  expect(lost).toEqual(['start']);
});
