import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@rstest/core';
import { integrityOf } from '@site/releases/integrity.ts';
import type { Release } from '@site/releases/Release.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { isRunning } from '@site/testkit/measure/processes.ts';
import { rendererLimits } from '../limits.ts';
import { refused } from '../outcome/outcome.ts';
import { Renderer } from './Renderer.ts';
import type { RenderTask } from './RenderTask.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const routes = specifiedRoutesIn('en');
const job = { request: { url: '/en', language: 'en' }, origin: 'http://site.example', registry: {}, routes } as const;
const task = { job, page: 'home', remote: undefined, visitor: { address: '192.0.2.1' } };
const shellIn = (folder: string) =>
  ({
    folder,
    manifest: { name: 'shell', version: 'version-1', server: 'renderer.cjs', files: {} },
  }) as unknown as Release;

test('a stopped renderer starts no worker for late requests', async () => {
  const host = { callApi: () => Promise.reject(new Error('unused')), onOutput: () => {} };
  const renderer = new Renderer(host, () => {
    throw new Error('A worker was about to be started.');
  });
  renderer.stop();
  expect(await renderer.render({ ...task, shell: shellIn('/nowhere') })).toEqual(refused('stopping'));
  expect(await renderer.isReady()).toBe(false);
});

/** A folder with a shell's bundle, until the test ends. */
async function folderWith(bundle: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'site-renderer-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'renderer.cjs'), bundle);
  return folder;
}

/** A shell that prints its process id at its start, and renders it as what failed. */
const tellingItsProcess = `console.log(process.pid);
process.send({ type: 'ready' });
process.on('message', ({ type, id }) => {
  const outcome = { kind: 'failed', message: String(process.pid), isLate: false };
  if (type === 'render') process.send({ type: 'rendered', id, outcome });
});`;

/** A renderer whose shell tells its process, and the processes that have started. */
async function observedRenderer(memory?: number) {
  const folder = await folderWith(tellingItsProcess);
  const shell = shellIn(folder);
  const files = { 'renderer.cjs': { integrity: integrityOf(tellingItsProcess), size: tellingItsProcess.length } };
  const remote = { folder, manifest: { name: 'blog', version: 'version-1', server: 'renderer.cjs', files } };
  const started: number[] = [];
  const renderer = new Renderer(
    {
      wall: 'process',
      memory,
      callApi: () => Promise.reject(new Error('unused')),
      onOutput: (text) => started.push(Number(text)),
    },
    () => ({ shell, remotes: new Map() }),
  );
  cleanups.push(() => renderer.stop());
  const render = (rendered: Omit<RenderTask, 'shell'>) => renderer.render({ ...rendered, shell });
  const processOf = async (rendered: Omit<RenderTask, 'shell'>) => {
    const outcome = await render(rendered);
    return 'message' in outcome ? Number(outcome.message) : undefined;
  };
  const remoteNamed = (name: string) => ({ ...remote, manifest: { ...remote.manifest, name } }) as unknown as Release;
  return { render, processOf, started, remote: remoteNamed('blog'), remoteNamed };
}

test('the first page of a release renders in a process that has started before', async () => {
  const { processOf, started, remote } = await observedRenderer();
  const first = await processOf(task);
  await expect.poll(() => started.length, { timeout: 10_000 }).toBe(2);
  expect(await processOf({ ...task, remote })).toBe(started.find((id) => id !== first));
  await expect.poll(() => started.length, { timeout: 10_000, message: 'ready for the next release' }).toBe(3);
});

test('with less memory than remotes need, each page is shown, and the least recently used processes end', async () => {
  const { processOf, started, remoteNamed } = await observedRenderer(1);
  const { leastProcesses } = rendererLimits.renderBudget;
  const remotes = Array.from({ length: 8 }, (_, index) => remoteNamed(`remote-${index}`));
  const processes = [];
  for (const remote of remotes) {
    processes.push(await processOf({ ...task, remote }));
    expect(started.filter(isRunning).length).toBeLessThanOrEqual(leastProcesses);
  }
  expect(new Set(processes).size).toBe(remotes.length);
  expect(await processOf({ ...task, remote: remotes.at(-1) }), 'used last').toBe(processes.at(-1));
  expect(await processOf({ ...task, remote: remotes[0] }), 'used first').not.toBe(processes[0]);
});

test('with less memory than remotes need, simultaneous pages wait for each other', async () => {
  const { processOf, started, remoteNamed } = await observedRenderer(1);
  const remotes = Array.from({ length: 8 }, (_, index) => remoteNamed(`remote-${index}`));
  const most: number[] = [];
  const pages = remotes.map(async (remote) => {
    const page = await processOf({ ...task, remote });
    most.push(started.filter(isRunning).length);
    return page;
  });
  expect(new Set(await Promise.all(pages)).size).toBe(remotes.length);
  expect(Math.max(...most)).toBeLessThanOrEqual(rendererLimits.renderBudget.leastProcesses);
});

test.runIf(process.platform === 'linux')(
  'the system ends a rendering process rather than the server when memory runs out',
  async () => {
    const { processOf } = await observedRenderer();
    const scoreOf = (id: number | string) => Number(readFileSync(`/proc/${id}/oom_score_adj`, 'utf8'));
    expect(scoreOf((await processOf(task)) ?? 0)).toBeGreaterThan(scoreOf('self'));
  },
);

const posted = { ...task, job: { ...job, result: { values: {} } } };

const searched = { ...task, visitor: { ...task.visitor, isSearch: true } } as const;

test.each([
  ['refused form', posted],
  ['search', searched],
])('each %s is shown by a process of its own, which ends and shows nothing else', async (_, typed) => {
  const { processOf, remote } = await observedRenderer();
  const page = await processOf({ ...task, remote });
  const own = [await processOf({ ...typed, remote }), await processOf({ ...typed, remote })];
  expect(await processOf({ ...task, remote }), 'others’ page').toBe(page);
  expect(new Set([page, ...own]).size).toBe(3);
  for (const id of own) await expect.poll(() => isRunning(id ?? 0)).toBe(false);
});

test('anyone who posts many forms leaves processes to others', async () => {
  const { render, remote } = await observedRenderer();
  const post = (address: string) => render({ ...posted, remote, visitor: { address } });
  const { all, waiting } = rendererLimits.formsShown;
  const flood = Array.from({ length: all - 1 }, (_, network) =>
    Array.from({ length: waiting.pages }, () => post(`192.0.2.${network}`)),
  );
  expect(await post('198.51.100.1')).toMatchObject({ kind: 'threw' });
  const outcomes = await Promise.all(flood.flat());
  expect(outcomes).toContainEqual(refused('fair-share'));
  expect(await post('192.0.2.1'), 'afterwards').toMatchObject({ kind: 'threw' });
});

test('a shell whose workers end at their start is not started for each request', async () => {
  const folder = await folderWith('throw new Error("broken")');
  const shell = shellIn(folder);
  let lost = 0;
  const onLost = () => {
    lost += 1;
  };
  const renderer = new Renderer(
    { callApi: () => Promise.reject(new Error('unused')), onOutput: () => {}, onLost },
    () => ({ shell, remotes: new Map() }),
  );
  const isRefused = async () => (await renderer.render({ ...task, shell })).kind === 'refused';
  while (!(await isRefused()));
  const before = lost;
  await Promise.all(Array.from({ length: 50 }, () => renderer.render({ ...task, shell })));
  expect(lost - before, 'further processes').toBeLessThan(10);
  renderer.stop();
});

/** A renderer with a release of the blog whose process ends at each address with "bad", and tells its process at others. */
async function endangeredRenderer() {
  const bundle = `process.send({ type: 'ready' });
process.on('message', ({ type, id, job }) => {
  if (type !== 'render') return;
  process.send({ type: 'started', id });
  const outcome = { kind: 'failed', message: String(process.pid), isLate: false };
  if (job.request.url.includes('bad')) setTimeout(() => process.exit(1));
  else setTimeout(() => process.send({ type: 'rendered', id, outcome }), 50);
});`;
  const shell = shellIn(await folderWith(bundle));
  const files = { 'renderer.cjs': { integrity: integrityOf(bundle), size: bundle.length } };
  const manifest = { name: 'blog', version: 'version-1', server: 'renderer.cjs', files };
  const remote = { folder: shell.folder, manifest } as unknown as Release;
  const host = { wall: 'process', callApi: () => Promise.reject(new Error('unused')), onOutput: () => {} } as const;
  const renderer = new Renderer(host, () => ({ shell, remotes: new Map([['blog', [remote]]]) }));
  cleanups.push(() => renderer.stop());
  return async (url: string, more: Partial<RenderTask> = {}) => {
    const at = {
      ...task,
      job: { ...job, request: { url, language: 'en' } },
      shell,
      remote,
      address: url,
      ...more,
    } as const;
    const outcome = await renderer.render(at);
    return outcome.kind === 'threw' ? Number(outcome.message) : outcome.kind;
  };
}

const ended = 'lost';

test('words that end their process keep neither pages nor other searches from anyone', async () => {
  const show = await endangeredRenderer();
  const search = { visitor: { ...task.visitor, isSearch: true } } as const;
  for (let times = 0; times < rendererLimits.workerBackoff.free + 2; times += 1)
    expect(await show('/en?q=bad', search)).toBe(ended);
  expect(await show('/en?q=good', search)).toEqual(expect.any(Number));
  expect(await show('/en/blog', { page: 'blog', address: undefined })).toEqual(expect.any(Number));
});

test('once an address costs its process, the others of its page have their own, and no other page is held up', async () => {
  const show = await endangeredRenderer();
  const other = { page: 'blog', address: undefined };
  const shared = await show('/en/good');
  expect(await show('/en/blog', other), 'before').toBe(shared);
  expect(await show('/en/bad-0')).toBe(ended);
  const blog = await show('/en/blog', other);
  for (let slug = 1; slug <= rendererLimits.workerBackoff.free + 2; slug += 1) {
    expect(await show(`/en/bad-${slug}`)).toBe(ended);
    expect(await show(`/en/good-${slug}`)).not.toBe(blog);
    expect(await show('/en/blog', other)).toBe(blog);
  }
});

test('good addresses that are rendered beside a bad one are shown', async () => {
  const show = await endangeredRenderer();
  const slugs = ['good-1', 'good-2', 'bad', 'good-3', 'good-4'];
  const visitorOf = (index: number) => ({ visitor: { address: `192.0.2.${index}` } });
  const shown = await Promise.all(slugs.map((slug, index) => show(`/en/${slug}`, visitorOf(index))));
  expect(shown.map((outcome) => outcome === ended)).toEqual([false, false, true, false, false]);
});

/** A shell that takes a second to render, and prints its process when it begins. */
const slow = `process.send({ type: 'ready' });
process.on('disconnect', () => process.exit(0));
process.on('message', ({ type, id }) => {
  if (type !== 'render') return;
  process.send({ type: 'started', id });
  console.log(process.pid);
  const outcome = { kind: 'failed', message: 'answered', isLate: false };
  setTimeout(() => process.send({ type: 'rendered', id, outcome }), 1000);
});`;

test('a page whose process is killed from outside is rendered by another one, and isn’t reported as crashed', async () => {
  const shell = shellIn(await folderWith(slow));
  const lost: string[] = [];
  let first: number | undefined;
  const renderer = new Renderer(
    {
      wall: 'process',
      callApi: () => Promise.reject(new Error('unused')),
      onOutput: (text) => {
        if (first !== undefined) return;
        first = Number(text);
        process.kill(first, 'SIGKILL');
      },
      onLost: (_release, reason) => void lost.push(reason),
    },
    () => ({ shell, remotes: new Map() }),
  );
  cleanups.push(() => renderer.stop());
  expect(await renderer.render({ ...task, shell })).toMatchObject({ message: 'answered' });
  expect(lost).toEqual(['killed']);
});
