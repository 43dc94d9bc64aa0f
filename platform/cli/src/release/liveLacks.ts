import { type Lack, lacksOf } from '@site/releases/lacks.ts';
import { liveRemotes } from '@site/releases/operations/proposedRoutes.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import type { ReleaseTools } from './serviceTools.ts';

/** What live releases lack of each other; undefined without a key, when some remotes may be unknown. */
export async function liveLacks({
  store,
  policy: otherwise = openPolicy,
  isPublic,
}: ReleaseTools): Promise<readonly Lack[] | undefined> {
  if (await isPublic?.()) return undefined;
  const policy = (await unlessDamaged(store.read(routePolicy))) ?? otherwise;
  return lacksOf(
    policy,
    (await liveRemotes(store)).map(({ manifest }) => manifest),
  );
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
