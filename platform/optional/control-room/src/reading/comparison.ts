import { isDeepStrictEqual } from 'node:util';
import { notAgreed } from '@site/releases/agreement.ts';
import { lackNotes } from '@site/releases/lacks.ts';
import { agreementNote } from '@site/releases/newlyAsked.ts';
import { composedRoutes, difference, servedAddresses } from '@site/releases/policyEffect.ts';
import { proposalOf } from '@site/releases/proposals.ts';
import type { LiveRemote } from '@site/releases/Release.ts';
import { teamNotes } from '@site/releases/teamNotes.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Fault, Publication, ReleaseManifest } from '@site/shared/contract/release.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { compareVersions, type VersionChanges } from './changes.ts';
import { type ContentChanges, readContentChanges } from './contents.ts';
import type { StoreReader } from './StoreReader.ts';
import { stateOf, type VersionState } from './versions.ts';

/** The site's addresses if a version were live, beside what they are. */
export interface DryRun {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Why pages would be left out. */
  readonly problems: readonly string[];
}

/** A version beside the one before it. */
export interface ComparedVersion {
  readonly app: string;
  readonly manifest: ReleaseManifest;
  readonly state: VersionState;
  readonly publication: Publication;
  readonly before: ReleaseManifest | undefined;
  readonly changes: VersionChanges;
  readonly contents: ContentChanges;
  /** What the site's owner has to agree to; what other teams lose; what is missing. */
  readonly notes: readonly string[];
  readonly dryRun: DryRun | undefined;
  readonly faults: readonly Fault[];
  /** Why servers refuse its signature. */
  readonly refused: string | undefined;
}

/**
 * Compares a version with another one, or with the one that it stands beside or followed.
 *
 * @returns undefined when there is no such version, or it is damaged
 */
export async function readComparison(
  reader: StoreReader,
  app: string,
  version: string,
  other?: string,
): Promise<ComparedVersion | undefined> {
  const manifest = await reader.manifest(app, version);
  if (!manifest) return undefined;
  const pointer = await reader.pointer(app);
  const base = other ?? (version === pointer?.version ? pointer.previous[0]?.version : pointer?.version);
  const before = base === undefined || base === version ? undefined : await reader.manifest(app, base);
  const [policy, live] = [await reader.policy(), await reader.liveRemotes()];
  const others = live.filter((remote) => remote.manifest.name !== app);
  const changes = compareVersions(manifest, before);
  const isRemote = app !== 'shell';
  return {
    app,
    manifest,
    state: stateOf(version, pointer),
    publication: await reader.publication(app, version),
    before,
    changes,
    contents: await readContentChanges(reader, manifest, before, changes.texts),
    notes: isRemote
      ? [
          ...agreementNote(policy, manifest),
          ...teamNotes(policy, manifest, before, others),
          ...lackNotes(policy, manifest, others),
        ]
      : [],
    dryRun: isRemote && version !== pointer?.version ? dryRuns(policy, live)(manifest) : undefined,
    faults: await reader.options.faults.of(app, version),
    refused: refusalOf(reader, manifest),
  };
}

/** Says of versions what the site would be with each, instead of what is live of the same remote. */
export function dryRuns(policy: RoutePolicy, live: readonly LiveRemote[]): (manifest: ReleaseManifest) => DryRun {
  const now = live.map((remote) => remote.manifest);
  const before = composedRoutes(policy, now);
  const known = servedAddresses(before);
  const proposed = (manifest: ReleaseManifest) => [notAgreed(policy, manifest) === undefined, proposalOf(manifest)];
  return (manifest) => {
    const present = now.find(({ name }) => name === manifest.name);
    // Composing a table of 200 remotes takes milliseconds, and most versions propose what is there.
    const isSame = present && isDeepStrictEqual(proposed(present), proposed(manifest));
    const then = [...now.filter((other) => other !== present), manifest];
    const after = isSame ? before : composedRoutes(policy, then);
    const { gone, added } = difference(known, servedAddresses(after));
    return {
      added,
      removed: gone,
      problems: after.problems
        .filter(({ remote }) => remote === manifest.name)
        .map(({ code, message, remedy }) => `${code} ${message} ${remedy}`),
    };
  };
}

function refusalOf({ options: { trust } }: StoreReader, manifest: ReleaseManifest): string | undefined {
  try {
    trust.assertRelease(manifest);
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}
