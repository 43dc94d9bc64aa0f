import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@rstest/core';
import { atTestEnd } from '@site/testkit/cleanUp.ts';
import { installedProgram } from '../installedProgram.ts';
import { moduleGraph } from '../moduleGraph.ts';
import { root } from '../project.ts';
import { otherThanRoot, severalVersions } from './dependencies.ts';

/** What a program of `npm run check` says about a project in which the package `@site/http` has one file, and depends on zod and semver. */
async function reportOn(code: string, program: string, ...parameters: readonly string[]): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'site-dependencies-'));
  atTestEnd(() => rm(project, { recursive: true }));
  const files = {
    'package.json': JSON.stringify({ private: true, workspaces: ['platform/*'], devDependencies: { pg: '8.23.1' } }),
    'biome.json': JSON.stringify({ extends: [join(root, 'platform/cli/presets/biome-rules.json')] }),
    'knip.json': await readFile(join(root, 'knip.json'), 'utf8'),
    'platform/node/package.json': JSON.stringify({
      name: '@site/node',
      exports: { './a.ts': './src/a.ts' },
      dependencies: { zod: '4.6.7', semver: '7.8.6' },
    }),
    'platform/node/src/a.ts': code,
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(project, file)), { recursive: true });
    await writeFile(join(project, file), content);
  }
  const running = promisify(execFile)(process.execPath, [installedProgram(program), ...parameters], {
    cwd: project,
    // In CI, programs print colours into pipes, too.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const { stdout, stderr } = await running.catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  return `${stdout}${stderr}`;
}

test('a package may import what its own package.json names, and nothing that only another one names', async () => {
  const code = "import { Pool } from 'pg';\nimport { z } from 'zod';\n\nexport const all = [Pool, z];\n";
  const report = await reportOn(code, '@biomejs/biome', 'lint', '--reporter=concise', 'platform');
  expect(report).toContain("Dependency pg isn't specified in platform/node/package.json");
  expect(report).not.toContain('zod');
});

test('a dependency that nobody imports is refused', async () => {
  const report = await reportOn("import { z } from 'zod';\n\nz.string();\n", 'knip', '--no-progress');
  expect(report).toMatch(/^Unused dependencies \(1\)\nsemver\s+platform\/node\/package\.json/);
});

test('a package has one version in the whole project', () => {
  const descriptions = {
    'api/package.json': { dependencies: { zod: '4.6.7', '@site/node': '1.2.0' } },
    'shell/package.json': { devDependencies: { zod: '4.6.6' }, peerDependencies: { react: '^19.0.0' } },
    'shared/package.json': { dependencies: { react: '19.3.1' } },
  };
  const texts = Object.entries(descriptions).map(([file, content]) => [file, JSON.stringify(content)] as const);
  expect(severalVersions(new Map(texts))).toEqual([
    'zod has several versions: 4.6.7 in api/package.json, 4.6.6 in shell/package.json. Name the same one everywhere.',
  ]);
});

test('servers, chart and image say the version that the root has', () => {
  const descriptions = {
    'package.json': '1.3.0',
    'platform/node/package.json': '1.3.0',
    'platform/server/package.json': '1.2.0',
  };
  const texts = Object.entries(descriptions).map(([file, version]) => [file, JSON.stringify({ version })] as const);
  const manifests = {
    'chart/Chart.yaml': 'apiVersion: v2\nversion: 1.3.0\nappVersion: 1.2.0\n',
    'good/Chart.yaml': 'apiVersion: v2\nversion: 1.3.0\nappVersion: 1.3.0\n',
    'kustomization.yaml': 'images:\n  - { name: site, newName: example.com/site, newTag: 1.2.0 }\n',
  };
  expect(otherThanRoot(new Map(texts), new Map(Object.entries(manifests)))).toEqual(
    ['platform/server/package.json', 'chart/Chart.yaml', 'kustomization.yaml'].map(
      (file) => `${file}: the version must be 1.3.0, as in package.json.`,
    ),
  );
});

test.each(['platform/server/src/main.ts', 'platform/server/src/releaseService/main.ts', 'api/src/main.ts'])(
  '%s runs on a machine without what builds and tests',
  async (program) => {
    const { packages: known } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
    };
    // A workspace may have a version of its own in its folder.
    const placesOf = (name: string) =>
      Object.keys(known).filter((place) => `/${place}`.endsWith(`/node_modules/${name}`));
    const isMissing = (name: string) => placesOf(name).every((place) => known[place]?.dev !== undefined);
    const { packages } = moduleGraph(root, [program]);
    expect(packages).toContain('fastify');
    expect(isMissing('@rspack/core')).toBe(true);
    expect([...packages].filter(isMissing)).toEqual([]);
  },
);
