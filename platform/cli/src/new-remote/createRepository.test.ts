import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import shellPackage from '@site/shell/package.json' with { type: 'json' };
import kitPackage from '../../package.json' with { type: 'json' };
import { assertNode } from './assertNode.ts';
import { createRepository } from './createRepository.ts';
import { namesOf } from './names.ts';

let work: string;

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'site-repository-'));
});

afterEach(() => rm(work, { recursive: true }));

const create = (packages?: string) =>
  createRepository(namesOf('open-days'), { folder: join(work, 'open-days'), packages });

test('the repository names its remote, and the versions that the kit of that time works with', async () => {
  const folder = create();
  const content = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  expect(content).toMatchObject({ name: 'open-days', site: { remote: 'open-days' } });
  expect(content.engines.node).toBe(`>=${kitPackage.config.oldestNode}`);
  expect(content.devDependencies).toMatchObject({
    '@site/kit': kitPackage.version,
    react: shellPackage.dependencies.react,
  });
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain('# open-days');
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toContain('*.key');
  expect(await readFile(join(folder, 'src/pages/open-days/OpenDaysPage.tsx'), 'utf8')).toContain('OpenDaysPage');
});

test('packages that aren’t in a registry are included', async () => {
  const packages = join(work, 'packages');
  await mkdir(packages);
  for (const name of ['kit', 'shared']) await writeFile(join(packages, `site-${name}-1.0.0.tgz`), name);
  const folder = create(packages);
  const { devDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  expect(devDependencies['@site/shared']).toBe('file:packages/site-shared-1.0.0.tgz');
  expect(await readFile(join(folder, 'packages/site-kit-1.0.0.tgz'), 'utf8')).toBe('kit');
});

test('a folder with files is refused, and so is a folder of packages that lacks one', async () => {
  expect(() => create(join(work, 'nowhere'))).toThrow('npx site pack');
  await mkdir(join(work, 'open-days'));
  await writeFile(join(work, 'open-days/notes.txt'), 'Mine');
  expect(() => create()).toThrow('has files');
});

test('on a machine with an old Node, or none, no repository is made that would refuse it', async () => {
  const before = process.env.PATH;
  // The project's own Node, which is found first, and the machine's.
  const [own, machine] = [join(work, 'project/bin'), join(work, 'machine')];
  for (const [folder, version] of [
    [own, 'v24.21.0'],
    [machine, 'v20.1.0'],
  ] as const) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  }
  try {
    process.env.PATH = [own, machine].join(delimiter);
    expect(() => assertNode(join(work, 'project'))).toThrow('SITE-NODE A repository of its own needs Node 24 or later');
    expect(() => assertNode(join(work, 'project'))).toThrow('which has v20.1.0');
    expect(() => assertNode(join(work, 'elsewhere'))).not.toThrow();
    process.env.PATH = own;
    expect(() => assertNode(join(work, 'project'))).toThrow('where there is none');
  } finally {
    process.env.PATH = before;
  }
});
