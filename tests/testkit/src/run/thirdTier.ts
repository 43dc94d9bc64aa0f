import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Counts } from './reports.ts';

/** A whole run of the third tier without failures. */
interface ThirdTierRun {
  /** Such as `2026-11-28`. */
  readonly date: string;
  readonly version: string;
  readonly commit: string;
  readonly passed: number;
}

/** Where the last run is kept, for everyone: it is committed. */
const record = 'tests/thirdTier.json';

/** Remembers a run of the whole third tier, unless something failed. */
export function rememberThirdTier(root: string, { passed, failed }: Counts): void {
  if (failed > 0) return;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = git(root, 'rev-parse', '--short', 'HEAD');
  const run: ThirdTierRun = { date: new Date().toISOString().slice(0, 10), version, commit, passed };
  writeFileSync(join(root, record), `${JSON.stringify(run, undefined, 2)}\n`);
}

/** When the third tier last ran as a whole, in a sentence. */
export function lastThirdTier(root: string): string {
  const file = join(root, record);
  if (!existsSync(file)) return 'No run of the third tier is known: npm test -- weekly';
  const { date, version, commit, passed } = JSON.parse(readFileSync(file, 'utf8')) as ThirdTierRun;
  return `The third tier last ran on ${date}, on version ${version} (${commit}): ${passed} passed. Again: npm test -- weekly`;
}

/**
 * The file of the third tier whose turn it is: as many commits, as many turns. So CI runs each of them now and then, where
 * all together would take half an hour.
 */
export function fileInTurn(root: string): string | undefined {
  const files = globSync('tests/e2e/**/*.weekly.spec.ts', { cwd: root }).toSorted();
  return files[Number(git(root, 'rev-list', '--count', 'HEAD')) % files.length];
}

const git = (root: string, ...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim();
