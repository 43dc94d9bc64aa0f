import { setTimeout as delay } from 'node:timers/promises';
import type { ControlledTransaction } from 'kysely';
import { connectionFailure } from './failures.ts';
import type { Database, Tables } from './schema.ts';

/** It is unknown whether a change has happened: the database was asked to commit it, and has not answered. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

/** A change whose outcome must be known. */
export interface KnownChange<Result> {
  readonly change: (transaction: Database) => Promise<Result>;
  /**
   * Checks in another transaction whether the change has happened. It first takes a lock that the change took: once it has it,
   * the change is over: what isn't stored never will be.
   */
  readonly hasHappened: (transaction: Database, result: Result) => Promise<boolean>;
  /** How long the change may take to commit, and how long finding out whether it did may take, in milliseconds. */
  readonly waits: { readonly change: number; readonly settle: number };
}

/**
 * Makes a change in a transaction, in limited time. When it throws, the change has not happened, and won't happen later: a
 * change that takes too long is never committed. The only exception is an `OutcomeUnknownError`.
 */
export async function changeWithKnownOutcome<Result>(database: Database, known: KnownChange<Result>): Promise<Result> {
  const { result, transaction } = await prepare(database, known);
  const start = performance.now();
  const { settle } = known.waits;
  const committing = transaction.commit().execute();
  try {
    // Half of the time is for the lookup, in case only the answer was lost.
    await within(start + settle / 2, committing);
    return result;
  } catch (error) {
    // Returns the connection when the commit is over.
    void committing.catch(() => transaction.rollback().execute()).catch(() => {});
    if (await lookUp(database, start + settle, (other) => known.hasHappened(other, result))) return result;
    throw error instanceof OutcomeUnknownError ? tooLate() : error;
  }
}

const tooLate = () => connectionFailure('DATABASE_BUSY', 'It has not taken a change for seconds.');

/** Carries out the change, up to its commit. After its time limit it is rolled back, whatever it was waiting for. */
async function prepare<Result>(database: Database, { change, waits }: KnownChange<Result>) {
  let isLate = false;
  const inTime = () => {
    if (isLate) throw tooLate();
  };
  const working = (async () => {
    const transaction = await database.startTransaction().execute();
    try {
      inTime();
      const result = await change(transaction);
      inTime();
      return { result, transaction };
    } catch (error) {
      await rollBack(transaction);
      throw error;
    }
  })();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    isLate = true;
    timeout.reject(tooLate());
  }, waits.change);
  try {
    return await Promise.race([working, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const rollBack = (transaction: ControlledTransaction<Tables>): Promise<void> =>
  // If this fails, the end of the connection rolls back as well.
  transaction
    .rollback()
    .execute()
    .catch(() => {});

/** Asks the database repeatedly, since all its connections may be lost. */
async function lookUp(
  database: Database,
  end: number,
  hasHappened: (transaction: Database) => Promise<boolean>,
): Promise<boolean> {
  let reason: unknown;
  while (performance.now() < end) {
    try {
      return await within(end, database.transaction().execute(hasHappened));
    } catch (error) {
      reason = error;
      await delay(Math.min(100, Math.max(0, end - performance.now())));
    }
  }
  throw new OutcomeUnknownError('The database gave no answer to a commit.', { cause: reason });
}

/** Waits for a promise, but only until a moment of `performance.now()`. */
async function within<Result>(end: number, promise: Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const timeout = delay(Math.max(0, end - performance.now()), undefined, { signal: stop.signal }).then(() => {
    throw new OutcomeUnknownError('The database gives no answer.');
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    stop.abort();
    timeout.catch(() => {});
  }
}
