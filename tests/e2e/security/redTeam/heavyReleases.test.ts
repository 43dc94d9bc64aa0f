import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { readManifest } from '@site/releases/manifest.ts';
import { publish } from '@site/releases/operations/publish.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import {
  type AppOverrides,
  buildApp,
  declaredPage,
  newFolder,
  newStore,
  publishOptions,
  writeFiles,
} from '@site/testkit/releases/fixtures.ts';

const sample = await buildApp(await newFolder());

/** That many files of an app. */
const filesOf = (count: number, nameOf: (index: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), `// ${index}`]));

/** That many pages of the blog. */
const pagesOf = (count: number, places: readonly ('menu' | 'footer')[] = []) =>
  Array.from({ length: count }, (_, index) => declaredPage({ name: `page-${index}`, path: `blog/${index}`, places }));

/** A module with extra files besides the page of every test. */
const moduleOf = (extra: Record<string, string>): AppOverrides => {
  const files = Object.keys(extra).map((file) => file.slice('web/'.length));
  const ofKind = (ending: string) => files.filter((file) => file.endsWith(ending));
  return { extra, modules: { './list': { scripts: ofKind('.js'), styles: ofKind('.css') } } };
};

/** That many modules with a style sheet of that many bytes each. */
const sheetsOf = (count: number, bytes: number): AppOverrides => {
  const names = Array.from({ length: count }, (_, index) => `page-${index}`);
  return {
    extra: Object.fromEntries(names.map((name) => [`web/${name}.css`, ' '.repeat(bytes)])),
    modules: {
      ...sample.modules,
      ...Object.fromEntries(names.map((name) => [`./${name}`, { scripts: [], styles: [`${name}.css`] }])),
    },
  };
};

const query = Object.fromEntries(
  Array.from({ length: 10 }, (_, name) => [
    `q${name}`,
    Array.from({ length: 20 }, (_, value) => `${'v'.repeat(28)}${value}`),
  ]),
);

const attacks: readonly (readonly [attack: string, what: RegExp, app: AppOverrides])[] = [
  [
    '1,500 scripts, whose hashes every page has',
    /1502 scripts \(scripts: at most 150\)/,
    { extra: filesOf(1_500, (index) => `web/${index}.js`) },
  ],
  [
    'scripts with long names, which every page has',
    /characters of .* \(importMap: /,
    { extra: filesOf(100, (index) => `web/${`${'long'.repeat(40)}/`.repeat(5)}${index}.js`) },
  ],
  [
    '98 pages in the menu of every page',
    /98 pages .*98 pages that wish a place in the menu \(menuPlaces: at most 8\)/,
    { pages: pagesOf(98, ['menu']) },
  ],
  ['as many in the footer', /98 pages that wish a place in the footer/, { pages: pagesOf(98, ['footer']) }],
  [
    'long paths',
    /characters of a path of the page "long" \(pathLength: at most 100\)/,
    { pages: [declaredPage({ name: 'long', path: `blog/${'x'.repeat(140)}` })] },
  ],
  [
    'queries that fill the route table',
    /\(routeTable: at most/,
    { pages: pagesOf(5).map((page) => ({ ...page, query })) },
  ],
  [
    'a page of 400 scripts',
    /400 scripts of \.\/list \(moduleScripts: /,
    moduleOf(filesOf(400, (index) => `web/${index}.js`)),
  ],
  [
    'a page of 40 style sheets',
    /40 style sheets of \.\/list \(moduleStyles: /,
    moduleOf(filesOf(40, (index) => `web/${index}.css`)),
  ],
  [
    'a page of 3 MB of scripts',
    /3145728 bytes of the scripts of \.\/list/,
    moduleOf({ 'web/a.js': ' '.repeat(3 * 1024 * 1024) }),
  ],
  [
    'a page of 1 MB of style sheets',
    /1048576 bytes of the style sheets of \.\/list/,
    moduleOf({ 'web/a.css': ' '.repeat(1024 * 1024) }),
  ],
  [
    'six pages of 400 kB of style sheets',
    /24576\d\d bytes of its style sheets \(styleBytes: /,
    sheetsOf(6, 400 * 1024),
  ],
  ['2,500 files', /2504 files \(files: at most 2000\)/, { extra: filesOf(2_500, (index) => `web/${index}.txt`) }],
  [
    '200 modules',
    /201 modules \(modules: at most 100\)/,
    {
      modules: {
        ...sample.modules,
        ...Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`./m${index}`, { scripts: [], styles: [] }])),
      },
    },
  ],
];

test.each(attacks)('a release with %s is refused by name when it is published', async (_, what, app) => {
  const folder = await newFolder();
  const store = await newStore();
  await buildApp(folder, app);
  const published = publish({ ...(await publishOptions(store)), app: 'blog', folder });
  await expect(published).rejects.toMatchObject({ code: 'RELEASE-LIMIT', message: expect.stringMatching(what) });
  expect(await store.versions('blog')).toEqual([]);
});

test.each(attacks)('servers refuse a release with %s, however it got into the store', async (_, what, app) => {
  const store = await newStore();
  const manifest = await buildApp(await newFolder(), app);
  await writeFiles(join(store.location, 'blog', manifest.version), { [manifestFile]: JSON.stringify(manifest) });
  await expect(store.manifest('blog', manifest.version)).rejects.toMatchObject({
    code: 'RELEASE-LIMIT',
    message: expect.stringMatching(what),
  });
});

test('an endlessly nested manifest is refused without overflowing the stack', () => {
  const nested = `{"deep":${'['.repeat(200_000)}${']'.repeat(200_000)},${JSON.stringify(sample).slice(1)}`;
  expect(() => readManifest(nested, manifestFile)).toThrow(/^RELEASE-MANIFEST .*nested too deeply/);
});
