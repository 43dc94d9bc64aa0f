import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { inc, type ReleaseType } from 'semver';
import { versionsIn } from '../upgrade/versions.ts';
import { git } from './git.ts';
import { setVersion } from './setVersion.ts';

/** A version of the project to release. */
interface NewVersion {
  /** The checkout. */
  readonly folder: string;
  readonly version: string;
  /** Its day: 2030-01-31. */
  readonly day: string;
}

/**
 * Releases a version of the project: its number wherever it is stated, what is unreleased in CHANGELOG.md under it, a commit,
 * and the tag that updates and rehearsals look for. A second commit begins the next version, so that what isn't released never
 * says that it is.
 *
 * @returns the next version
 * @throws {OperatorError} VERSION-UNREADY, having changed nothing
 */
export function releaseVersion({ folder, version, day }: NewVersion): string {
  const log = join(folder, 'CHANGELOG.md');
  const released = releasedChangelog(readFileSync(log, 'utf8'), version, day, versionsIn(folder));
  if (git(folder, 'status', '--porcelain') !== '')
    throw unready('git status isn’t clean. Commit or remove what it lists.');
  if (git(folder, 'tag', '--list', `v${version}`) !== '') throw unready(`The tag v${version} exists already.`);
  writeFileSync(log, released);
  setVersion(folder, version);
  git(folder, 'commit', '--quiet', '--all', '--message', `Version ${version}`);
  git(folder, 'tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  const next = inc(version, 'minor') ?? '';
  setVersion(folder, next);
  git(
    folder,
    'commit',
    '--quiet',
    '--all',
    '--message',
    `The next version is ${next}: an update from ${version} is rehearsed from here on`,
  );
  return next;
}

const unready = (reason: string): OperatorError => new OperatorError('VERSION-UNREADY', reason);

/** CHANGELOG.md with what was unreleased under a version. */
function releasedChangelog(text: string, version: string, day: string, [newest = '0.0.0']: readonly string[]): string {
  const kinds: readonly ReleaseType[] = ['patch', 'minor', 'major'];
  const following = kinds.map((kind) => inc(newest, kind) ?? '');
  if (!following.includes(version))
    throw unready(`After ${newest} comes ${following.join(', ')}; not ${version}: updates go through every version.`);
  const heading = '## Unreleased\n';
  const [before, unreleased] = text.split(heading);
  const [own = ''] = unreleased?.split(/^## /m) ?? [];
  if (before === undefined || !/^- /m.test(own)) throw unready('CHANGELOG.md has nothing under “Unreleased”.');
  if (!version.endsWith('.0') || own.includes(`### To update from ${newest}\n`))
    return text.replace(heading, `${heading}\n## ${version} - ${day}\n`);
  throw unready(
    `CHANGELOG.md has no “### To update from ${newest}” under “Unreleased”. Say what operators must do, or that it is nothing.`,
  );
}
