import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { firstTeam } from '@site/testkit/site/firstTeam.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { commandOutput } from '@site/testkit/site/program.ts';
import type { Team } from '@site/testkit/site/Team.ts';
import { expect, test } from '../support/serverTest.ts';

test.describe.configure({ mode: 'default' });

let team: Team;
/** The folder of what is in the packages, by their names. */
let unpacked: string;

test.beforeAll(async () => {
  // The first one packs the packages, and npm downloads what they need.
  test.setTimeout(10 * 60_000);
  team = await firstTeam();
  unpacked = await temporaryFolder('packages');
  for (const file of await readdir(team.packages)) {
    const folder = join(unpacked, nameOf(file));
    await mkdir(folder);
    const parameters = ['--strip-components=1', '-xzf', join(team.packages, file), '-C', folder];
    await commandOutput(unpacked, {}, ['tar', ...parameters]);
  }
});

test.afterAll(() => rm(unpacked, { recursive: true, force: true }));

/** `create-remote` for `site-create-remote-1.2.0.tgz`. */
const nameOf = (file: string) => basename(file).replace(/^site-|-[\d.]+\.tgz$/g, '');

/** The files of a package. */
const filesOf = (name: string): readonly string[] =>
  readdirSync(join(unpacked, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(unpacked, name).length + 1));

async function manifestOf(name: string) {
  return JSON.parse(await readFile(join(unpacked, name, 'package.json'), 'utf8')) as {
    readonly dependencies: object;
    readonly bundleDependencies: readonly string[];
    readonly peerDependenciesMeta?: object;
  };
}

/** The packages that npm downloads with a package. */
async function fetchedWith(name: string): Promise<readonly string[]> {
  const { dependencies, bundleDependencies } = await manifestOf(name);
  return Object.keys(dependencies).filter((dependency) => !bundleDependencies.includes(dependency));
}

test('teams install what renders their pages, and nothing of the site’s database or its browser tests', async () => {
  const kit = filesOf('kit');
  expect(kit).toContain('src/release/buildAndPublish.js');
  for (const file of ['release.json', 'server/isolate.cjs', 'server/renderer.cjs', 'web/shell.js'])
    expect(kit).toContain(`node_modules/@site/bundling/built/shell/${file}`);
  expect(
    kit.filter((file) =>
      /\/(?:database\/(?!failures|knownOutcome)|(?:mail|outbox|releaseService|export|checks)\/)/.test(
        file.replace(/(?:bundling\/)?src\/checks/, ''),
      ),
    ),
  ).toEqual([]);
  const rooms = kit.flatMap((file) => /^node_modules\/(@site\/.+?)\//.exec(file)?.[1] ?? []);
  expect([...new Set(rooms)].sort()).toEqual([
    '@site/api',
    '@site/bundling',
    '@site/cdn',
    '@site/company',
    '@site/control-room',
    '@site/means',
    '@site/node',
    '@site/notices',
    '@site/release-service',
    '@site/releases',
    '@site/renderer',
    '@site/rollouts',
    '@site/s3-store',
    '@site/server',
    '@site/shared-memory',
    '@site/shell',
    '@site/tracing',
  ]);
  const optional = kit.filter((file) =>
    /@site\/(?:cdn|control-room|notices|release-service|s3-store|shared-memory)\/src\//.test(file),
  );
  expect(
    optional.filter((file) => !/\/settings?(?:Names)?\.(?:js|d\.ts)$/.test(file)),
    'but their settings',
  ).toEqual([]);
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
  const { peerDependenciesMeta } = await manifestOf('kit');
  expect(peerDependenciesMeta, 'teams may lint with Biome').toEqual({ '@biomejs/biome': { optional: true } });
  expect(await fetchedWith('shared')).not.toContain('lucide-react');

  const creator = filesOf('create-remote');
  expect(await fetchedWith('create-remote'), 'what makes a repository needs no other package').toEqual([]);
  const files = ['gitignore', '.nvmrc', '.github/workflows/ci.yml', '.gitlab-ci.yml', '.vscode/extensions.json'];
  for (const file of [...files, 'README.md', 'package.template.json'])
    expect(creator).toContain(`src/new-remote/repository/${file}`);

  const shared = filesOf('shared');
  expect(shared).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'testing/renderInSite.js']));
  expect(shared.filter((file) => file.includes('.test.'))).toEqual([]);
  for (const each of [kit, creator, shared])
    expect(each).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE']));
});

test('the packages are no larger than what a team needs', async () => {
  for (const [name, most] of Object.entries({ kit: 33, shared: 0.75, 'create-remote': 0.15 })) {
    const sizes = await Promise.all(filesOf(name).map(async (file) => (await stat(join(unpacked, name, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000_000, `MB of ${name}`).toBeLessThan(most);
  }
});

test('a team installs what it needs, and nothing heavy besides', async () => {
  const megabytes = Number((await team.run('du', '-sm', '--apparent-size', 'node_modules')).split('\t')[0]);
  // 170 on Linux, 20 of them what encodes photographs; new versions of what packages need may weigh a little more.
  expect(megabytes).toBeLessThanOrEqual(172);
  const installed = await readdir(join(team.repository, 'node_modules'));
  for (const name of [
    'lucide-react',
    '@biomejs',
    'kysely',
    'pg',
    'playwright-core',
    'happy-dom',
    'fastify',
    '@aws-sdk',
  ])
    expect(installed).not.toContain(name);
});

test('teams get only the icons that components show', async () => {
  const shared = join(team.repository, 'node_modules/@site/shared');
  const icons = await import(join(shared, 'node_modules/lucide-react/index.js'));
  expect(Object.keys(icons)).toEqual(expect.arrayContaining(['Check', 'CircleAlert', 'TriangleAlert']));
  expect(Object.keys(icons).length).toBeLessThan(20);
});

test('messages name the commands that a team has, not the scripts of this repository', async () => {
  const scripts = filesOf('kit').filter((file) => /^(?:src|node_modules\/@site\/\w+\/src)\/.*\.js$/.test(file));
  expect(scripts.length).toBeGreaterThan(50);
  for (const script of scripts) {
    const code = (await readFile(join(unpacked, 'kit', script), 'utf8')).replace(/\/\*[\s\S]*?\*\//g, '');
    expect(code.match(/npm run (?:build|check|serve|store|bench)|npm start/g), script).toBeNull();
  }
});
