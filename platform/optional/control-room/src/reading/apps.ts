import { problemOf } from '@site/releases/operations/list.ts';
import { entriesOf } from '@site/releases/pointer.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { type ListedRollout, listedRollout } from '@site/rollouts/judge.ts';
import type { Fault, Pointer, PointerEntry } from '@site/shared/contract/release.ts';
import type { DescribedVersion } from './DescribedVersion.ts';
import type { StoreReader } from './StoreReader.ts';

/** How an app is, as far as it takes to know whether to look at it. */
export interface AppStatus {
  readonly app: string;
  readonly pointer: Pointer | undefined;
  /** Why servers refuse the pointer, now or soon; absent while all is well. */
  readonly problem: string | undefined;
  /** The live version; undefined when there is none, or it is damaged. */
  readonly live: DescribedVersion | undefined;
  readonly rollout: ListedRollout | undefined;
  /** What servers found wrong with the versions that visitors get. */
  readonly faults: readonly Fault[];
  /** The earlier versions that were taken back. */
  readonly givenUp: readonly PointerEntry[];
}

/** Every app that a reader may see. */
export async function readApps(reader: StoreReader, { maySee }: Reader): Promise<readonly AppStatus[]> {
  const names = (await reader.options.store.apps()).filter(maySee);
  return await Promise.all(names.map((app) => readApp(reader, app)));
}

/** An app. What it takes to read doesn't depend on how many versions it has. */
export async function readApp(reader: StoreReader, app: string): Promise<AppStatus> {
  const { faults, rollouts, trust } = reader.options;
  const pointer = await reader.pointer(app);
  const { candidate } = pointer ?? {};
  const shown = [pointer?.version, candidate?.version].filter((version) => version !== undefined);
  const [live, rollout, refused, ...found] = await Promise.all([
    pointer && reader.described(app, pointer.version),
    candidate && listedRollout(app, candidate, rollouts),
    faults.ofPointer(app),
    ...shown.map((version) => faults.of(app, version)),
  ]);
  return {
    app,
    pointer,
    problem: refused?.message ?? problemOf(app, pointer, trust),
    live,
    rollout,
    faults: found.flat(),
    givenUp: entriesOf(pointer).filter(({ isGivenUp }) => isGivenUp),
  };
}
