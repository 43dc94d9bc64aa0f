import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { LRUCache } from 'lru-cache';
import { releaseLimits } from '../limits.ts';
import { type Release, releaseId } from '../Release.ts';
import { ExceededError, SheetReader, UnreadableError } from './SheetReader.ts';

const reader = new SheetReader();

/** Versions that exceeded a budget: a server looks at a store again and again, and what was refused costs it nothing for a while. */
const refused = new LRUCache<string, OperatorError>({ max: 1_000, ttl: releaseLimits.reading.again });

/**
 * Reads a version whose files have been verified, once for all documents that it is shown in: its style sheets are parsed in a
 * process with little time and memory, so that nothing which a team or a thief releases occupies the thread that serves everyone.
 *
 * @throws {OperatorError} RELEASE-LIMIT when reading it exceeds the budget; RELEASE-FILE when a style sheet is missing
 */
export async function readRelease(manifest: ReleaseManifest, folder: string): Promise<Release> {
  assertNotRefused(manifest);
  const files = [...new Set(Object.values(manifest.modules).flatMap(({ styles }) => styles))];
  if (files.length === 0) return { manifest, folder };
  try {
    const sheets = await reader.read(files.map((file) => join(folder, 'web', file)));
    const weights = new Map(files.map((file, index) => [file, sheets[index]?.weight ?? 0]));
    assertLight(manifest, weights);
    return { manifest, folder, sheets: new Map(files.map((file, index) => [file, sheets[index]?.parts ?? '[]'])) };
  } catch (cause) {
    const error = refusalOf(manifest, cause);
    if (error instanceof OperatorError && error.code === 'RELEASE-LIMIT') refused.set(keyOf(manifest), error);
    throw error;
  }
}

/**
 * Checks that a version wasn't refused before, so that its files needn't be copied again.
 *
 * @throws {OperatorError} RELEASE-LIMIT
 */
export function assertNotRefused(manifest: ReleaseManifest): void {
  const known = refused.get(keyOf(manifest));
  if (known) throw known;
}

/** What decides how a version is read: another one may have its name, from another store. */
const keyOf = (manifest: ReleaseManifest): string => {
  const sheets = Object.values(manifest.modules).flatMap(({ styles }) => styles);
  return [releaseId({ manifest }), ...sheets.map((file) => manifest.files[`web/${file}`]?.integrity)].join();
};

/** Each document of a page is put together from all parts of its module's style sheets. */
function assertLight(manifest: ReleaseManifest, weights: ReadonlyMap<string, number>): void {
  const weightOf = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + (weights.get(file) ?? 0), 0);
  assertWeight('its style sheets', weightOf(weights.keys()), 'styleParts');
  for (const [name, { styles }] of Object.entries(manifest.modules))
    assertWeight(`the style sheets of ${name}`, weightOf(styles), 'moduleStyleParts');
}

function assertWeight(what: string, weight: number, limit: 'moduleStyleParts' | 'styleParts'): void {
  const most = releaseLimits[limit];
  if (weight <= most) return;
  throw new ExceededError(`${what} have ${weight} selectors and declarations (${limit}: at most ${most})`);
}

/** What to say of a release that can't be read; other errors are this machine's, and pass. */
function refusalOf(manifest: ReleaseManifest, cause: unknown): unknown {
  const id = releaseId({ manifest });
  if (cause instanceof ExceededError)
    return new OperatorError(
      'RELEASE-LIMIT',
      `${id} exceeds the limits of a release: ${cause.message}. Reduce it, and build again.`,
      cause,
    );
  if (cause instanceof UnreadableError)
    return new OperatorError('RELEASE-FILE', `The style sheets of ${id} can’t be read: ${cause.message}`, cause);
  return cause;
}
