import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { compare, major, minor, valid } from 'semver';

/** The released versions that a checkout's CHANGELOG.md lists. */
export function versionsIn(checkout: string): readonly string[] {
  const file = join(checkout, 'CHANGELOG.md');
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, version = '']) => version);
}

/** The version that a checkout's package.json states. */
export function versionOf(checkout: string): string | undefined {
  const file = join(checkout, 'package.json');
  if (!existsSync(file)) return undefined;
  return valid((JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }).version) ?? undefined;
}

/** What versions share that differ only in repairs: 1.2 of 1.2.1. */
const lineOf = (version: string): string => `${major(version)}.${minor(version)}`;

/**
 * Compares two versions.
 *
 * @param known versions that were released
 * @returns the version to go to first when others lie between the two: the last of the next line
 */
function skippedBetween(from: string, to: string, known: readonly string[]): string | undefined {
  const versions = [...new Set([...known, from, to])].sort(compare);
  const lines = [...new Set(versions.map(lineOf))];
  const [start, end] = [lines.indexOf(lineOf(from)), lines.indexOf(lineOf(to))];
  if (Math.abs(end - start) <= 1) return undefined;
  const next = lines[start + Math.sign(end - start)];
  return versions.findLast((version) => lineOf(version) === next);
}

/**
 * Refuses an update, or the way back, that leaves out a version: only versions beside each other work together.
 *
 * @param from the versions that run, and that of the checkout that runs
 * @param toCheckOut the command that brings this checkout to a version
 * @throws {OperatorError} UPGRADE-SKIP
 */
export function assertNoneSkipped(
  from: readonly string[],
  to: string,
  known: readonly string[],
  toCheckOut: (version: string) => string,
): void {
  for (const version of from) {
    const first = skippedBetween(version, to, known);
    if (first === undefined) continue;
    throw new OperatorError(
      'UPGRADE-SKIP',
      `${version} runs, and this checkout is ${to}: only versions beside each other work together. Go to ${first} first, by its own page docs/deploy.md. To make this checkout ${first}: ${toCheckOut(first)}`,
    );
  }
}
