import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, rstest, test } from '@rstest/core';
import { integrityOf } from '@site/releases/integrity.ts';
import type { Release } from '@site/releases/Release.ts';
import { answering, craftedWorker, homeTask, ready } from '@site/testkit/render/craftedWorker.ts';

/** A release's code on the server is as large as a file may be, and starts again and again. */

const server = 'server/remote.cjs';
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** A release with this code on the server, and a worker that answers every job with the code that it has got. */
async function workerWith(code: string) {
  const folder = await mkdtemp(join(tmpdir(), 'site-code-'));
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, server), code);
  const files = { [server]: { size: Buffer.byteLength(code), integrity: integrityOf(code) } };
  const manifest = { name: 'blog', version: 'version-1', server, modules: {}, files };
  const remote = { folder, manifest } as unknown as Release;
  const { worker, lost, stop } = await craftedWorker(
    `let got = ''; ${ready} receive(({ type, id, code }) => {
      if (type === 'remote') got = code.length + code.slice(0, 20) + code.slice(-20); else ${answering('got')}
    });`,
  );
  worker.assign(remote);
  cleanups.push(stop, () => rm(folder, { recursive: true }));
  return { worker, remote, lost, file: join(folder, server) };
}

test('code of 19 MB reaches a worker in small parts, whatever is in it, and jobs follow it', async () => {
  const code = '“é" \\ 🦊\n'.repeat(1_200_000);
  const { worker } = await workerWith(code);
  const written = rstest.spyOn(JSON, 'stringify');
  const answers = await Promise.all([worker.render(homeTask), worker.render(homeTask)]);
  const longest = Math.max(...written.mock.results.map(({ value }) => String(value).length));
  written.mockRestore();
  expect(longest).toBeLessThan(256 * 1024);
  for (const answer of answers)
    expect(answer).toMatchObject({ message: `${code.length}${code.slice(0, 20)}${code.slice(-20)}` });
});

test('code that is not what was built fails its jobs, never reaches the worker, and harms no later job', async () => {
  const { worker, remote, lost, file } = await workerWith('good');
  await writeFile(file, 'evil');
  const jobs = await Promise.allSettled([worker.render(homeTask), worker.render(homeTask)]);
  for (const job of jobs)
    expect(job).toMatchObject({ value: { kind: 'threw', message: expect.stringContaining('RELEASE-FILE') } });
  expect([worker.load, lost]).toEqual([0, []]);
  await writeFile(file, 'good');
  expect(remote.manifest.files[server]?.size).toBe(4);
  expect(await worker.render(homeTask)).toMatchObject({ message: '4goodgood' });
});
