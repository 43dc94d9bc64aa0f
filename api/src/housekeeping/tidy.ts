import type { Database } from '../database/schema.ts';

const day = 24 * 60 * 60 * 1000;

/** What of the database has an end. */
export interface TidyOptions {
  /** Messages are removed after so many days, with their mails; absent: never. */
  readonly keepDays?: number | undefined;
}

/** Removes what is no longer needed. Any number of servers may do so, at any time. */
export async function tidy(database: Database, { keepDays }: TidyOptions): Promise<void> {
  const before = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
  await database.deleteFrom('rate_counts').where('resets_at', '<=', before(0)).execute();
  // Yesterday's key is kept: a server whose clock is slow still counts with it.
  await database.deleteFrom('address_keys').where('day', '<', before(day).slice(0, 10)).execute();
  if (keepDays === undefined) return;
  await database
    .deleteFrom('messages')
    .where('received_at', '<', before(keepDays * day))
    .execute();
}
