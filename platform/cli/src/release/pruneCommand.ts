import { defaultRetention, type KeptVersion, prune } from '@site/releases/operations/prune.ts';
import { type PrunedHistory, pruneHistory } from '@site/releases/operations/pruneHistory.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { CommandResult } from '../commands/print.ts';
import { type CommandStore, openTools } from './openTools.ts';

/** Options of `site prune`. */
interface PruneOptions extends Pick<CommandStore, 'json'> {
  readonly last?: number | undefined;
  /** In milliseconds. */
  readonly days?: number | undefined;
}

/** `site prune`. */
export async function pruneCommand({ last, days: age, json }: PruneOptions): Promise<CommandResult> {
  const { store } = await openTools({ json });
  if (store instanceof ServiceStore) throw readOnly(store.location);
  const kept: KeptVersion[] = [];
  const retention = { last: last ?? defaultRetention.last, age: age ?? defaultRetention.age };
  const removed = await prune(store, retention, (version) => kept.push(version));
  const pruned = await pruneHistory(store);
  const text = removed.length > 0 ? `Removed: ${removed.join(', ')}.` : 'Nothing was removed.';
  return { lines: [text, ...keptTexts(kept), ...logTexts(pruned)], data: removed };
}

/** What the log no longer has. */
const logTexts = (pruned: readonly PrunedHistory[]): readonly string[] =>
  pruned.map(({ subject, removed }) => `Removed from the log: the ${removed} oldest records of ${subject}.`);

const readOnly = (location: string): OperatorError =>
  new OperatorError(
    'RELEASE-READ-ONLY',
    `${location} is pruned where its store is: RELEASES=FOLDER, or s3://bucket/prefix.`,
  );

const keptReasons: Readonly<Record<KeptVersion['reason'], string>> = {
  live: 'live',
  rollback: 'a rollback leads to them',
  signed: 'servers keep them ready, as the signed pointer says, until the next version is promoted',
  rollout: 'under rollout',
  young: 'young or live not long ago; --days N changes how long that is',
};

/** What stays besides the newest versions, and why. */
const keptTexts = (kept: readonly KeptVersion[]): readonly string[] =>
  [...Map.groupBy(kept, ({ reason }) => reason)].map(
    ([reason, versions]) => `Kept (${keptReasons[reason]}): ${versions.map(({ id }) => id).join(', ')}.`,
  );
