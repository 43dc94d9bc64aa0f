import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { versionOf } from '../upgrade/versions.ts';
import { git } from './git.ts';
import { releaseVersion } from './releaseVersion.ts';
import { setVersion } from './setVersion.ts';

let folder: string;
const write = async (file: string, text: string) => {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
};
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const json = (content: object) => `${JSON.stringify(content, null, 2)}\n`;
const commit = () => {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'Before');
};
const release = (version: string) => releaseVersion({ folder, version, day: '2030-01-31' });

const changelog = `# Changelog

## Unreleased

### To update from 1.2.0

- Nothing.

## 1.2.0 - 2029-01-31

- First.
`;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-version-'));
  git(folder, 'init', '--quiet');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  await write('CHANGELOG.md', changelog);
  await write('package.json', json({ name: 'site', version: '1.2.0', devDependencies: { '@site/api': '1.2.0' } }));
  await write('api/package.json', json({ name: '@site/api', version: '1.2.0', dependencies: { zod: '1.2.0' } }));
  commit();
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a release is one commit with its number, its changes and its tag, and the next version begins', () => {
  expect(release('1.3.0')).toBe('1.4.0');
  git(folder, 'checkout', '--quiet', 'v1.3.0');
  expect(git(folder, 'cat-file', '-t', 'v1.3.0')).toBe('tag');
  expect(read('CHANGELOG.md')).toBe(changelog.replace('## Unreleased\n', '## Unreleased\n\n## 1.3.0 - 2030-01-31\n'));
  expect(JSON.parse(read('package.json'))).toMatchObject({
    version: '1.3.0',
    devDependencies: { '@site/api': '1.3.0' },
  });
  expect(JSON.parse(read('api/package.json'))).toMatchObject({ version: '1.3.0', dependencies: { zod: '1.2.0' } });
  git(folder, 'checkout', '--quiet', '-');
  expect([versionOf(folder), git(folder, 'status', '--porcelain')]).toEqual(['1.4.0', '']);
});

/** What is missing, which version is asked for, how that comes to be, and what is said. */
const unready: readonly (readonly [string, string, () => unknown, RegExp])[] = [
  ['a version is left out', '1.4.0', () => {}, /After 1\.2\.0 comes 1\.2\.1, 1\.3\.0, 2\.0\.0; not 1\.4\.0/],
  ['something isn’t committed', '1.3.0', () => write('new.txt', ''), /git status isn’t clean/],
  ['the tag exists', '1.3.0', () => git(folder, 'tag', 'v1.3.0'), /tag v1\.3\.0 exists/],
  ['nothing has changed', '1.3.0', () => write('CHANGELOG.md', changelog.replace('- Nothing.', '')), /has nothing/],
  [
    'nothing says how to update',
    '1.3.0',
    () => write('CHANGELOG.md', changelog.replace('### To update from 1.2.0', '### Added')),
    /no “### To update from 1\.2\.0”/,
  ],
];

test.each(unready)('a release is refused when %s', async (_, version, prepare, reason) => {
  await prepare();
  const before = [git(folder, 'rev-parse', 'HEAD'), git(folder, 'status', '--porcelain'), git(folder, 'tag')];
  expect(() => release(version)).toThrow(reason);
  expect([git(folder, 'rev-parse', 'HEAD'), git(folder, 'status', '--porcelain'), git(folder, 'tag')]).toEqual(before);
});

test('a new version is set wherever the project states it, and nowhere else', async () => {
  const { version } = packageJson;
  const files = git(root, 'ls-files', '*package.json', '*package.template.json', 'package-lock.json', 'docs').split(
    '\n',
  );
  for (const file of files) await cp(join(root, file), join(folder, file));
  commit();
  setVersion(folder, '99.0.0');
  const changed = git(folder, 'diff', '--unified=0')
    .split('\n')
    .filter((line) => /^[+-](?![+-])/.test(line));
  const removed = changed
    .filter((line) => line.startsWith('-'))
    .map((line) => line.slice(1).replaceAll(version, '99.0.0'));
  expect(removed).toEqual(changed.filter((line) => line.startsWith('+')).map((line) => line.slice(1)));
  const stated = files.filter(
    // Companies have versions of their own.
    (file) =>
      /package/.test(file) &&
      (/"@site\/[\w-]+": "\^?\d/.test(read(file)) || read(file).includes(`"version": "${version}"`)),
  );
  expect(git(folder, 'diff', '--name-only').split('\n')).toEqual(
    expect.arrayContaining([...stated, 'docs/teams.md', 'docs/deploy/kubernetes/Chart.yaml']),
  );
});
