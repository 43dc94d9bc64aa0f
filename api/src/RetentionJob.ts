import type { FastifyBaseLogger } from 'fastify';
import { hasRemains, takeOffDisk } from './database/remains.ts';
import type { Database } from './database/schema.ts';
import { limits } from './limits.ts';

const day = 24 * 60 * 60 * 1000;

/** Deletes expired data when the server starts, and then every day. */
export class RetentionJob {
  readonly #database: Database;
  readonly #keepDays: number;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  /** @param keepDays after how many days to delete messages and their mails */
  constructor(database: Database, keepDays: number, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#database = database;
    this.#keepDays = keepDays;
    this.#log = log;
  }

  start(): void {
    const run = () => {
      this.#running = this.#run().catch((error: unknown) =>
        this.#log.error({ err: error }, 'expired data could not be deleted'),
      );
    };
    run();
    this.#timer = setInterval(run, limits.retentionInterval).unref();
  }

  async #run(): Promise<void> {
    if (await deleteExpired(this.#database, this.#keepDays)) return;
    this.#log.error(
      'SITE-REMAINS Deleted messages are still on the disk: the database is too large to be rewritten while the site runs. Do it by hand: “What was deleted” in docs/personal-data.md.',
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}

/**
 * Deletes expired counts, address keys and messages, and takes the messages off the disk. Any number of servers may run it at the same
 * time.
 *
 * @returns whether the disk is free of deleted data
 */
export async function deleteExpired(database: Database, keepDays: number): Promise<boolean> {
  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
  await database.deleteFrom('rate_counts').where('resets_at', '<=', ago(0)).execute();
  // Yesterday's key stays: a server whose clock is behind still uses it.
  await database.deleteFrom('address_keys').where('day', '<', ago(day).slice(0, 10)).execute();
  for (const period of ['hour', 'day'] as const)
    await database
      .deleteFrom('usage_counts')
      .where('period', '=', period)
      .where('starts_at', '<', ago(limits.usageKeepDays[period] * day))
      .execute();
  const { numDeletedRows } = await database
    .deleteFrom('messages')
    .where('received_at', '<', ago(keepDays * day))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n && !(await hasRemains(database))) return true;
  return await takeOffDisk(database);
}
