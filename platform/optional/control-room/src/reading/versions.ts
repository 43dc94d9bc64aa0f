import { entriesOf } from '@site/releases/pointer.ts';
import type { StoredVersion } from '@site/releases/store/ReleaseStore.ts';
import type { Fault, Pointer } from '@site/shared/contract/release.ts';
import { roomLimits } from '../limits.ts';
import type { StoreReader } from './StoreReader.ts';
import type { PageNumber } from './sectionOf.ts';

/** What became of a version. `waiting`: it was never live, and can be previewed. */
export type VersionState = 'live' | 'rollout' | 'waiting' | 'earlier' | 'given-up';

/** A version in the list of its app. */
export interface AppVersion extends StoredVersion {
  readonly state: VersionState;
  /** When it last went live, ISO 8601. */
  readonly since: string | undefined;
  readonly faults: readonly Fault[];
}

/** Some of an app's versions, newest first. */
export interface VersionsPage extends PageNumber {
  readonly versions: readonly AppVersion[];
  readonly all: number;
}

/** A page of an app's versions; the last one when there are fewer. */
export async function readVersions(
  { options: { store, faults } }: StoreReader,
  app: string,
  pointer: Pointer | undefined,
  asked: number,
): Promise<VersionsPage> {
  const onPage = (page: number) => store.newest(app, (page - 1) * roomLimits.versionsOnPage, roomLimits.versionsOnPage);
  const first = Math.max(1, asked);
  const found = await onPage(first);
  const pages = Math.max(1, Math.ceil(found.all / roomLimits.versionsOnPage));
  const page = Math.min(first, pages);
  const { versions: shown, all } = page === first ? found : await onPage(page);
  const versions = await Promise.all(
    shown.map(async (version) => ({
      ...version,
      state: stateOf(version.version, pointer),
      since: entriesOf(pointer).find((entry) => entry.version === version.version)?.since,
      faults: await faults.of(app, version.version),
    })),
  );
  return { versions, page, pages, all };
}

/** What became of a version, by the app's pointer. */
export function stateOf(version: string, pointer: Pointer | undefined): VersionState {
  if (version === pointer?.version) return 'live';
  if (version === pointer?.candidate?.version) return 'rollout';
  const entry = entriesOf(pointer).find((earlier) => earlier.version === version);
  if (!entry) return 'waiting';
  return entry.isGivenUp ? 'given-up' : 'earlier';
}
