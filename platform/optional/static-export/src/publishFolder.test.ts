import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@rstest/core';
import { filesBelow, listName, publishFolder } from './publishFolder.ts';

/** A user that every Linux has. */
const nobody = 65_534;

type Files = Readonly<Record<string, string>>;

/** A name for a folder that doesn't exist yet. */
const newTarget = async () => join(await mkdtemp(join(tmpdir(), 'site-export-')), 'out');

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

const publish = (target: string, files: Files) => publishFolder(target, (incoming) => writeFiles(incoming, files));

async function contentOf(folder: string): Promise<Files> {
  const paths = (await filesBelow(folder)).filter((path) => path !== listName).toSorted();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const)),
  );
}

const first = { 'index.html': 'one', 'en/old/index.html': 'old', 'assets/a.js': 'a' };
const second = { 'index.html': 'two', 'en/new/index.html': 'new', 'assets/b.js': 'b' };
/** Open pages may still request release files of the previous export. */
const afterSecond = { ...second, 'assets/a.js': 'a' };

test('an export goes into a new folder, and into an empty one', async () => {
  const target = await newTarget();
  await publish(target, first);
  expect(await contentOf(target)).toEqual(first);
  const empty = await newTarget();
  await mkdir(empty);
  await publish(empty, first);
  expect(await contentOf(empty)).toEqual(first);
});

test('the next export replaces it, keeps what open pages load, and removes the rest with its folders', async () => {
  const target = await newTarget();
  await publish(target, first);
  await publish(target, second);
  expect(await contentOf(target)).toEqual(afterSecond);
  expect(await readdir(join(target, 'en'))).toEqual(['new']);
});

test('files of a release are removed a week after the last export that had them', async () => {
  const target = await newTarget();
  await publish(target, first);
  const list = JSON.parse(await readFile(join(target, listName), 'utf8')) as Files;
  await writeFile(join(target, listName), JSON.stringify({ ...list, 'assets/a.js': '2020-01-01T00:00:00.000Z' }));
  await publish(target, second);
  expect(await contentOf(target)).toEqual(second);
});

test('someone who may write only into the folder itself can export there', async () => {
  const target = await newTarget();
  await mkdir(target);
  await chmod(dirname(target), 0o555);
  // Root may write everywhere.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    await chown(target, nobody, nobody);
    process.seteuid?.(nobody);
  }
  try {
    await publish(target, first);
    await publish(target, second);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  expect(await contentOf(target)).toEqual(afterSecond);
  expect((await readdir(target)).sort()).toEqual([listName, 'assets', 'en', 'index.html']);
});

test('an unchanged file is not written again', async () => {
  const target = await newTarget();
  await publish(target, first);
  const { ino, mtimeMs } = await stat(join(target, 'index.html'));
  await publish(target, { ...second, 'index.html': 'one' });
  expect(await stat(join(target, 'index.html'))).toMatchObject({ ino, mtimeMs });
});

test('a failing export doesn’t change the earlier one, and leaves nothing behind', async () => {
  const target = await newTarget();
  await publish(target, first);
  const failing = publishFolder(target, async (incoming) => {
    await writeFiles(incoming, second);
    throw new Error('The database is away.');
  });
  await expect(failing).rejects.toThrow('away');
  expect(await contentOf(target)).toEqual(first);
  expect(await readdir(dirname(target))).toEqual(['out']);
});

test('an export that is killed while moving its files leaves nothing missing, and the next one finishes its work', async () => {
  const target = await newTarget();
  await publish(target, first);
  // A folder in place of a file: the move fails there, as if the process had been killed.
  const blocked = { ...second, 'zz.html': 'z' };
  await mkdir(join(target, 'zz.html/kept'), { recursive: true });
  await expect(publish(target, blocked)).rejects.toThrow();
  expect(await contentOf(target)).toMatchObject({ 'en/old/index.html': 'old', 'assets/a.js': 'a' });
  await rename(join(target, 'zz.html'), join(dirname(target), 'elsewhere'));
  await publish(target, second);
  expect(await contentOf(target)).toEqual(afterSecond);
});

test('leftovers of a killed export are not part of the next one', async () => {
  const target = await newTarget();
  await writeFiles(join(dirname(target), '.out.incoming'), { 'half.html': '<ht' });
  await publish(target, first);
  expect(await contentOf(target)).toEqual(first);
  expect(await readdir(dirname(target))).toEqual(['out']);
});

test('other files in the folder of an export stay, and none is overwritten', async () => {
  const target = await newTarget();
  await publish(target, first);
  await writeFiles(target, { CNAME: 'www.example.com', 'en/new/index.html': 'mine' });
  await expect(publish(target, second)).rejects.toThrow(/^SITE-EXPORT .*en\/new\/index\.html is not from an export/);
  expect(await contentOf(target)).toEqual({ ...first, CNAME: 'www.example.com', 'en/new/index.html': 'mine' });
  await publish(target, { ...first, 'index.html': 'two' });
  expect(await contentOf(target)).toMatchObject({ CNAME: 'www.example.com', 'index.html': 'two' });
});

test('a folder with other files is refused before anything is exported', async () => {
  const target = await newTarget();
  // Other sites have a `_headers` too.
  await writeFiles(target, { 'thesis.txt': 'years', _headers: '/*' });
  let isWritten = false;
  const refused = publishFolder(target, async () => {
    isWritten = true;
  });
  await expect(refused).rejects.toThrow('SITE-EXPORT');
  expect(isWritten).toBe(false);
  expect(await contentOf(target)).toEqual({ 'thesis.txt': 'years', _headers: '/*' });
});

test('an export of an earlier version of the site, which has no list, is replaced', async () => {
  const target = await newTarget();
  const earlier = { ...first, 'index.html': '<!doctype html>\n<html data-exported lang="en">' };
  await writeFiles(target, earlier);
  await publish(target, second);
  expect(await contentOf(target)).toEqual(afterSecond);
});

test('a link stays, and its target becomes the export', async () => {
  const target = await newTarget();
  const link = join(dirname(target), 'current');
  await publish(target, first);
  await symlink(target, link);
  await publish(link, second);
  expect(await realpath(link)).toBe(await realpath(target));
  expect(await contentOf(target)).toEqual(afterSecond);
  const nowhere = join(dirname(target), 'nowhere');
  await symlink(join(dirname(target), 'missing'), nowhere);
  await expect(publish(nowhere, first)).rejects.toThrow(/^SITE-EXPORT .*leads nowhere/);
});

test('two exports into one folder don’t mix: the second is refused', async () => {
  const target = await newTarget();
  const started = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const running = publishFolder(target, async (incoming) => {
    await writeFiles(incoming, first);
    started.resolve();
    await goOn.promise;
  });
  await started.promise;
  await expect(publish(target, second)).rejects.toThrow(/^SITE-EXPORT Another export/);
  goOn.resolve();
  await running;
  expect(await contentOf(target)).toEqual(first);
});

test('visitors who read during an export miss nothing', { retry: 0 }, async () => {
  const target = await newTarget();
  const pages = (round: number): Files =>
    Object.fromEntries([...Array(200).keys()].map((page) => [`en/${page}/index.html`, `${round} ${'x'.repeat(2000)}`]));
  await publish(target, pages(0));
  let isRunning = true;
  let reads = 0;
  const damaged: string[] = [];
  const reader = async () => {
    while (isRunning) {
      const path = `en/${reads++ % 200}/index.html`;
      const content = await readFile(join(target, path), 'utf8').catch((error: unknown) => String(error));
      if (!/^\d x{2000}$/.test(content)) damaged.push(`${path}: ${content.slice(0, 80)}`);
    }
  };
  const readers = [reader(), reader()];
  for (const round of [1, 2, 3]) await publish(target, pages(round));
  isRunning = false;
  await Promise.all(readers);
  expect(damaged).toEqual([]);
  expect(reads).toBeGreaterThan(200);
});
