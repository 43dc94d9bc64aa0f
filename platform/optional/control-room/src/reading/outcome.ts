import { type Lack, lacksOf } from '@site/releases/lacks.ts';
import { whetherAccepted } from '@site/releases/operations/whetherAccepted.ts';
import type { Fault } from '@site/shared/contract/release.ts';
import type { StoreReader } from './StoreReader.ts';

/** What became of a record that was signed and stored. */
export interface Outcome {
  /** What servers say; `unknown` when no running site reports here. */
  readonly accepted: Awaited<ReturnType<typeof whetherAccepted>> | 'unknown';
  /** What live releases lack of each other since then. */
  readonly lost: readonly string[];
}

/**
 * Changes a record, and reads what became of it, as the commands do.
 *
 * @param subject an app, or `policy.json`
 * @param signature the record's
 * @param isReporting whether a running site reports here
 * @param change stores it
 */
export async function outcomeOf(
  reader: StoreReader,
  {
    subject,
    signature,
    isReporting,
  }: { readonly subject: string; readonly signature: string; readonly isReporting: boolean },
  change: () => Promise<void>,
): Promise<Outcome> {
  const before = await lacks(reader);
  await change();
  const accepted = isReporting ? await whetherAccepted(reader.options.faults, subject, signature) : 'unknown';
  const known = new Set(before.map(({ text }) => text));
  const after = await lacks(reader);
  return { accepted, lost: after.map(({ text }) => text).filter((text) => !known.has(text)) };
}

async function lacks(reader: StoreReader): Promise<readonly Lack[]> {
  const live = await reader.liveRemotes();
  return lacksOf(
    await reader.policy(),
    live.map(({ manifest }) => manifest),
  );
}

/** What servers refuse, with the reason. */
export const isRefusedBy = (accepted: Outcome['accepted']): accepted is Fault => typeof accepted === 'object';
