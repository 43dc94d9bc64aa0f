import { entriesOf } from '@site/releases/pointer.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { roomLimits } from '../limits.ts';
import type { HeaviestPage } from './DescribedVersion.ts';
import type { StoreReader } from './StoreReader.ts';
import { stateOf, type VersionState } from './versions.ts';

/** A version that visitors have got. */
export interface ShownVersion {
  readonly version: string;
  readonly state: VersionState;
  /** When it last went live, or its rollout to the present share began: ISO 8601. */
  readonly since: string;
  /** The heaviest of its pages; undefined when it has none, or its description is gone. */
  readonly heaviest: HeaviestPage | undefined;
}

/** The last versions of an app that visitors have got, the earliest first. */
export async function readShownVersions(
  reader: StoreReader,
  app: string,
  pointer: Pointer | undefined,
): Promise<readonly ShownVersion[]> {
  const { candidate } = pointer ?? {};
  const newestFirst = [...entriesOf(pointer), ...(candidate ? [candidate] : [])].toSorted((one, other) =>
    other.since.localeCompare(one.since),
  );
  const shown = newestFirst.slice(0, roomLimits.versionsInPlot).reverse();
  return await Promise.all(
    shown.map(async ({ version, since }) => ({
      version,
      since,
      state: stateOf(version, pointer),
      heaviest: (await reader.described(app, version))?.heaviest,
    })),
  );
}
