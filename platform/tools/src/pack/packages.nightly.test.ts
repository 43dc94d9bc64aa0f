import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { root } from '@site/kit/build/bundles/project.ts';
import recordedExports from '@site/shared/exports.json' with { type: 'json' };
import { packIn } from './packAll.ts';
import { surfaceTypes } from './surfaceTypes.ts';

const workspace = join(root, '.cache/packages/tested');
afterAll(() => rm(workspace, { recursive: true, force: true }));

let packages: Awaited<ReturnType<typeof packIn>>;

// Compiling, building the shell and packing: half a minute where nothing else runs, several where other tests do.
beforeAll(async () => {
  packages = await packIn(workspace, join(workspace, 'packed'));
}, 5 * 60_000);

/** The files of a package that npm has packed. */
const filesOf = (name: string): readonly string[] =>
  packages.find((packed) => packed.name === name)?.files.map(({ path }) => path) ?? [];

/** The packages that npm downloads with a package. */
async function fetchedWith(name: string): Promise<readonly string[]> {
  const { dependencies, bundleDependencies } = JSON.parse(
    await readFile(join(workspace, name, 'package.json'), 'utf8'),
  ) as { readonly dependencies: object; readonly bundleDependencies: readonly string[] };
  return Object.keys(dependencies).filter((dependency) => !bundleDependencies.includes(dependency));
}

test('teams install what renders their pages, and nothing of the site’s database or its browser tests', async () => {
  const kit = filesOf('@site/kit');
  expect(kit).toContain('src/release/publishApp.js');
  for (const file of ['release.json', 'server/isolate.cjs', 'server/renderer.cjs', 'web/shell.js'])
    expect(kit).toContain(`built/shell/${file}`);
  expect(
    kit.filter((file) =>
      /\/(?:database\/(?!failures|knownOutcome)|(?:mail|outbox|releaseService|export|check)\/)/.test(
        file.replace('src/check', ''),
      ),
    ),
  ).toEqual([]);
  const rooms = kit.flatMap((file) => /^node_modules\/(@site\/.+?)\//.exec(file)?.[1] ?? []);
  expect([...new Set(rooms)].sort()).toEqual([
    '@site/api',
    '@site/http',
    '@site/releases',
    '@site/renderer',
    '@site/rollouts',
    '@site/server',
    '@site/shell',
    '@site/tools',
    '@site/tracing',
  ]);
  for (const name of ['kysely', 'pg', '@playwright/test', '@module-federation/enhanced', '@aws-sdk/client-s3'])
    expect(kit.filter((file) => file.startsWith(`node_modules/${name}/`))).toEqual([]);
  expect(await fetchedWith('kit'), 'what npm installs beside the kit').toEqual([
    '@resvg/resvg-wasm',
    '@rspack/core',
    '@rspack/dev-server',
    '@rspack/plugin-react-refresh',
    '@rstest/core',
    '@types/node',
    'i18next',
    'ky',
    'oxc-parser',
    'react-refresh',
    'sharp',
    'typescript',
  ]);
  const { peerDependenciesMeta } = JSON.parse(await readFile(join(workspace, 'kit/package.json'), 'utf8'));
  expect(peerDependenciesMeta, 'teams may lint with Biome').toEqual({ '@biomejs/biome': { optional: true } });
  expect(await fetchedWith('shared')).not.toContain('lucide-react');

  const creator = filesOf('@site/create-remote');
  expect(await fetchedWith('create-remote'), 'what makes a repository needs no other package').toEqual([]);
  const files = ['gitignore', '.nvmrc', '.github/workflows/ci.yml', '.gitlab-ci.yml', '.vscode/extensions.json'];
  for (const file of [...files, 'README.md', 'package.template.json'])
    expect(creator).toContain(`src/new-remote/repository/${file}`);

  const shared = filesOf('@site/shared');
  expect(shared).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'testing/renderInSite.js']));
  expect(shared.filter((file) => file.includes('.test.'))).toEqual([]);
  for (const files of [kit, creator, shared])
    expect(files).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md']));
});

test('the packages are no larger than what a team needs', () => {
  const most: Readonly<Record<string, number>> = { '@site/kit': 32, '@site/shared': 0.55, '@site/create-remote': 0.15 };
  for (const { name, unpackedSize } of packages)
    expect(unpackedSize / 1_000_000, `MB of ${name}`).toBeLessThan(most[name] ?? 0);
});

test('teams get only the icons that components show', async () => {
  const icons = await import(join(workspace, 'shared/node_modules/lucide-react/index.js'));
  expect(Object.keys(icons)).toEqual(expect.arrayContaining(['Check', 'CircleAlert', 'TriangleAlert']));
  expect(Object.keys(icons).length).toBeLessThan(20);
});

test('messages name the commands that a team has, not the scripts of this repository', async () => {
  const folder = join(workspace, 'kit');
  const scripts = globSync('{src,node_modules/@site}/**/*.js', { cwd: folder });
  expect(scripts.length).toBeGreaterThan(50);
  for (const script of scripts) {
    const code = (await readFile(join(folder, script), 'utf8')).replace(/\/\*[\s\S]*?\*\//g, '');
    expect(code.match(/npm run (?:build|check|serve|store|bench)|npm start/g), script).toBeNull();
  }
});

test('partly shared packages have only the types of that part', () => {
  for (const name of [...recordedExports['react-router-dom'], ...recordedExports['react-i18next']])
    expect(surfaceTypes()).toContain(name);
  expect(surfaceTypes()).not.toMatch(/\bTrans\b|\bLink\b|useParams/);
});
