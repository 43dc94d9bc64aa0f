import { type Lack, lacksOf } from '@site/releases/lacks.ts';
import { liveRemotes } from '@site/releases/operations/proposedRoutes.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import type { ReleaseTools } from './serviceTools.ts';

/** The route policy in force, and the live releases of the remotes. */
export async function readLive({ store, policy: otherwise = openPolicy }: ReleaseTools): Promise<{
  readonly policy: RoutePolicy;
  readonly live: readonly ReleaseManifest[];
}> {
  const policy = (await unlessDamaged(store.read(routePolicy))) ?? otherwise;
  return { policy, live: (await liveRemotes(store)).map(({ manifest }) => manifest) };
}

/** What live releases lack of each other; undefined without a key, when some remotes may be unknown. */
export async function liveLacks(tools: ReleaseTools): Promise<readonly Lack[] | undefined> {
  if (await tools.isPublic?.()) return undefined;
  const { policy, live } = await readLive(tools);
  return lacksOf(policy, live);
}

/** Changes what is live. Returns the result, and a line for each thing that a live release lacks since then. */
export async function sayingLosses<Result>(
  tools: ReleaseTools,
  change: () => Promise<Result>,
): Promise<readonly [Result, readonly string[]]> {
  const before = await liveLacks(tools);
  const result = await change();
  const after = await liveLacks(tools);
  const known = new Set(before?.map(({ text }) => text));
  const lost = before && after ? after.filter(({ text }) => !known.has(text)) : [];
  return [result, lost.map(({ text }) => text)];
}
