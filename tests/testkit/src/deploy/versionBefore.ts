import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@site/bundling/project.ts';

const run = promisify(execFile);

/**
 * The version that operators update from. It has no tag: this is the last commit of its changelog, before anything of the
 * next version.
 */
export const versionBefore = { version: '1.2.0', commit: '362a8291' };

/** Its checkout, packages and releases. Machines find them there: machine/boot.sh. */
const folder = join(root, '.cache/versions', versionBefore.version);

/** The store of its releases, as its own commands have made them. */
export const releasesBefore = join(folder, '.releases');

/** Whether this clone goes back that far. */
export const hasVersionBefore = async (): Promise<boolean> =>
  await run('git', ['cat-file', '-e', versionBefore.commit], { cwd: root }).then(
    () => true,
    () => false,
  );

/** Runs a command of its `npx site`. */
export const siteBefore = (...words: string[]) => siteIn(folder, words, {});

/** npm tells programs its configuration, which isn't that version's. */
const ours = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

const siteIn = (cwd: string, words: readonly string[], settings: Readonly<Record<string, string>>) =>
  run('node_modules/.bin/node', ['platform/kit/bin/site.cjs', ...words], {
    cwd,
    env: { ...ours, ...settings, CI: 'true' },
  });

/** Checks it out, installs its own packages, builds and releases it. Takes about two minutes, once. */
export async function provideVersionBefore(): Promise<void> {
  if (existsSync(folder)) return;
  const cwd = `${folder}.${process.pid}`;
  const releases = { RELEASES: join(cwd, '.releases'), DATA_DIR: join(cwd, '.data') };
  const site = (...words: string[]) => siteIn(cwd, words, releases);
  await mkdir(releases.RELEASES, { recursive: true });
  await run('sh', ['-c', 'git archive "$0" | tar --extract --directory "$1"', versionBefore.commit, cwd], {
    cwd: root,
  });
  await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd, env: ours });
  await site('build');
  for (const app of ['shell', 'marketing', 'blog', 'contact'])
    await site('publish', app, '--folder', `dist/${app}`, '--promote');
  await rm(folder, { recursive: true, force: true });
  await rename(cwd, folder);
}
