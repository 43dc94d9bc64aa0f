import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { isHttpLocation } from '@site/releases/store/storeKind.ts';
import { defaultPlan } from '@site/rollouts/watch.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { PointerAct } from './proposal.ts';
import type { StoreReader } from './StoreReader.ts';
import { stateOf } from './versions.ts';

/** An act: one that changes what is live, or that discards a version which never was. */
export type OfferedAct = PointerAct | { readonly name: 'discard'; readonly version: string };

/** What somebody may do with a version, the usual first. A share of visitors may be any. */
export function actsOn(app: string, version: string, pointer: Pointer | undefined): readonly OfferedAct[] {
  const state = stateOf(version, pointer);
  const promote = { name: 'promote', version } as const;
  const isBesideLive = app !== 'shell' && pointer !== undefined;
  if (state === 'rollout') return actsOnRollout(pointer);
  if (state === 'waiting')
    return [
      promote,
      ...(isBesideLive && !pointer.candidate ? [{ name: 'share', version, share: firstShare } as const] : []),
      { name: 'discard', version },
    ];
  if (state === 'live') return [{ name: 'renew', version }];
  // What was given up is newer than what is live, or was meant to be: it may also be promoted again.
  return [{ name: 'back', version }, ...(state === 'given-up' ? [promote] : [])];
}

/** What somebody may do with a rollout, the usual first. */
export function actsOnRollout(pointer: Pointer | undefined): readonly OfferedAct[] {
  if (!pointer?.candidate) return [];
  const { version, share } = pointer.candidate;
  const next = defaultPlan.shares.find((each) => each > share) ?? 100;
  return [
    ...(next < 100 ? [{ name: 'share', version, share: next } as const] : []),
    { name: 'promote', version },
    { name: 'end' },
  ];
}

const [firstShare = 10] = defaultPlan.shares;

/** Whether the room can change its store: not one behind a service's address. */
export const isWritable = ({ options: { store } }: StoreReader): boolean => !isHttpLocation(store.location);

/**
 * The command that does what an act does.
 *
 * @param origin where the room is: on one's own machine, commands know its key
 */
export function commandOf(app: string, act: OfferedAct, origin: string): string {
  const key = isOwnMachine(origin) ? '' : ' --key FILE';
  return `npx site ${wordsOf(app, act)}${key}`;
}

function wordsOf(app: string, act: OfferedAct): string {
  switch (act.name) {
    case 'promote':
    case 'renew':
      return `promote ${app} ${act.version}`;
    case 'share':
      return `promote ${app} ${act.version} --share ${act.share}%`;
    case 'back':
      return `rollback ${app} ${act.version}`;
    case 'end':
      return `rollback ${app}`;
    case 'discard':
      return `forget ${app} ${act.version}`;
  }
}
