import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { isAllowed, namedRemotes, openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { maxRemotes } from '../follow/LivePolicy.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import { acceptedBy, type Trust } from '../signing/Trust.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';
import { unlessDamaged } from '../store/storeFailure.ts';

/** The route policy of a store that has none, and whose signatures servers accept, if known. */
interface Site {
  readonly policy?: RoutePolicy | undefined;
  readonly trust?: Trust | undefined;
}

/**
 * Checks, before the first version of a remote goes live, that servers will show it: they show a limited number, and those
 * that the policy names come first. Someone who can only write to the store takes no room.
 *
 * @throws {OperatorError} RELEASE-LIMIT
 */
export async function assertRoom(
  store: ReleaseStore,
  app: string,
  { policy: otherwise = openPolicy, trust }: Site,
): Promise<void> {
  const isLive = async (name: string) =>
    acceptedBy(trust, pointerOf(name), await unlessDamaged(store.read(pointerOf(name)))) !== undefined;
  if (app === 'shell' || (await isLive(app))) return;
  const policy = (await unlessDamaged(store.read(routePolicy))) ?? otherwise;
  const named = namedRemotes(policy);
  if (named.includes(app)) return;
  const others = (await store.apps()).filter(
    (name) => name !== 'shell' && !named.includes(name) && isAllowed(policy, name),
  );
  // Fewer folders than that leave room, whatever is in them.
  if (named.length + others.length < maxRemotes) return;
  const live = await Promise.all(others.slice(0, 10 * maxRemotes).map(isLive));
  if (named.length + live.filter(Boolean).length < maxRemotes) return;
  throw new OperatorError(
    'RELEASE-LIMIT',
    `Servers show ${maxRemotes} remotes, and this site has as many: ${app} would have no page. Take a remote off the site, or name ${app} in the policy’s claims, which go first.`,
  );
}
