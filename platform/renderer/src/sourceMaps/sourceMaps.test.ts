import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { mapFileOf, withPlace, withSourcePlaces } from './sourceMaps.ts';

/** Line 1, column 1 of the built file is line 3, column 5 of the page, and its column 41 line 1 of a library. */
const map = {
  version: 3,
  sources: ['source:///remotes/blog/src/ListPage.tsx', 'source:///node_modules/leaflet/index.js'],
  names: [],
  mappings: 'AAEI,wCCFJ',
};

const built = ['web/page-list.js', 'server/remote.cjs'];
let folder: string;
let blog: Release;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-maps-'));
  const files = [...built, ...built.map(mapFileOf), mapFileOf('web/damaged.js'), 'web/damaged.js'];
  for (const file of built.map(mapFileOf)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), JSON.stringify(map));
  }
  await writeFile(join(folder, mapFileOf('web/damaged.js')), '{');
  blog = {
    folder,
    manifest: {
      name: 'blog',
      version: 'version-1',
      publicPath: '/assets/blog/version-1/',
      server: 'server/remote.cjs',
      files: Object.fromEntries(files.map((file) => [file, {}])),
    },
  } as unknown as Release;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['a rendering process', 'at List (blog@version-1.cjs:1:1)', 'at List (remotes/blog/src/ListPage.tsx:3:5)'],
  [
    'a browser',
    'at List (https://www.example.com/assets/blog/version-1/page-list.js?retry=1:1:9)',
    'at List (remotes/blog/src/ListPage.tsx:3:5)',
  ],
  ['another library', 'at blog@version-1.cjs:1:50', 'at node_modules/leaflet/index.js:1:1'],
])('a stack trace of %s names the sources', async (_, trace, expected) => {
  expect(await withSourcePlaces(`Error: x\n  ${trace}`, [blog])).toBe(`Error: x\n  ${expected}`);
});

test.each([
  'blog@version-2.cjs:1:1',
  '/assets/blog/version-1/../../page-list.js:1:1',
  '/assets/blog/version-1/unknown.js:1:1',
  '/assets/blog/version-1/damaged.js:1:1',
  'node:internal/process:1:1',
])('%s stays as it is', async (place) => {
  expect(await withSourcePlaces(place, [blog])).toBe(place);
});

test('a shell in an isolate is named by its version, and a file of that name elsewhere isn’t its own', async () => {
  const isolate = 'server/isolate.cjs';
  const files = { [isolate]: {}, [mapFileOf(isolate)]: {} };
  const shell = { ...blog, manifest: { ...blog.manifest, name: 'shell', files } } as unknown as Release;
  await writeFile(join(folder, mapFileOf(isolate)), JSON.stringify(map));
  expect(await withSourcePlaces(`at shell@version-1/${isolate}:1:1`, [shell])).toBe(
    'at remotes/blog/src/ListPage.tsx:3:5',
  );
  expect(await withSourcePlaces(`at /${isolate}:1:1`, [shell])).toBe(`at /${isolate}:1:1`);
});

test('a failure names the first place in the project’s own sources, and that of the dependency which threw', async () => {
  const own = 'at List (blog@version-1.cjs:1:2)';
  const inDependency = 'at blog@version-1.cjs:1:50';
  const said = (...frames: string[]) => withPlace({ message: 'x', stack: `Error: x\n ${frames.join('\n ')}` }, [blog]);
  expect(await said(own, inDependency)).toBe('x (remotes/blog/src/ListPage.tsx:3:5)');
  expect(await said(inDependency, own)).toBe(
    'x (node_modules/leaflet/index.js:1:1, from remotes/blog/src/ListPage.tsx:3:5)',
  );
  expect(await said(inDependency)).toBe('x (node_modules/leaflet/index.js:1:1)');
  expect(await withPlace({ message: 'x' }, [blog])).toBe('x');
});
