import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Database } from '../database/schema.ts';
import { limits } from '../limits.ts';

/** How often something was counted in its time window, and the milliseconds left of that window. */
export interface Count {
  readonly current: number;
  readonly ttl: number;
}

/** Creates the store of `@fastify/rate-limit`. It is in the database, so all servers count a visitor together. */
export function rateLimitStore(database: Database): FastifyRateLimitStoreCtor {
  const hashAddress = addressHasher(database);
  const countSender = async (network: string, timeWindow: number): Promise<Count> =>
    await countUp(database, `address:${await hashAddress(network)}`, timeWindow);

  return class DatabaseStore {
    incr(network: string, done: (error: Error | null, count?: Count) => void, timeWindow = 0): void {
      // If the database can't count in time, storing the message fails with the right error.
      const late = delay(limits.storing.count, undefined, { ref: false }).then(() => {
        throw new Error('The database has not counted in time.');
      });
      Promise.race([countSender(network, timeWindow), late]).then(
        (count) => done(null, count),
        (error: Error) => done(error),
      );
    }

    child(): DatabaseStore {
      return this;
    }
  };
}

/**
 * Counts something again. All servers on the database count together.
 *
 * @param timeWindow how long to count before starting again at 1, in milliseconds
 */
export async function countUp(database: Database, name: string, timeWindow: number): Promise<Count> {
  const now = new Date().toISOString();
  const end = new Date(Date.now() + timeWindow).toISOString();
  const { count, resets_at } = await database
    .insertInto('rate_counts')
    .values({ name, count: 1, resets_at: end })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ eb, ref }) => ({
        count: eb
          .case()
          .when('rate_counts.resets_at', '<=', now)
          .then(1)
          .else(eb('rate_counts.count', '+', 1))
          .end(),
        resets_at: eb
          .case()
          .when('rate_counts.resets_at', '<=', now)
          .then(end)
          .else(ref('rate_counts.resets_at'))
          .end(),
      })),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow();
  return { current: count, ttl: Math.max(0, Date.parse(resets_at) - Date.now()) };
}

const dayLength = 24 * 60 * 60 * 1000;

/**
 * Hashes a visitor's address or text. The key is the same on all servers and changes every day. Once `RetentionJob` has deleted
 * it, nobody can tell what a hash stands for, or try guesses.
 */
export const dailyHash = async (database: Database, text: string): Promise<string> =>
  hashWith(await keyOfDay(database, today()), text);

const today = (): string => new Date().toISOString().slice(0, 10);

const hashWith = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Creates a function like `dailyHash`, which remembers the key. */
function addressHasher(database: Database): (address: string) => Promise<string> {
  let cached: { readonly day: string; readonly key: string } | undefined;
  const remember = async (day: string) => {
    cached = { day, key: await keyOfDay(database, day) };
    // Otherwise, a server without visitors would keep the key long after the database has deleted it.
    setTimeout(() => {
      if (cached?.day === day) cached = undefined;
    }, dayLength).unref();
    return cached;
  };
  return async (address) => {
    const day = today();
    const { key } = cached?.day === day ? cached : await remember(day);
    return hashWith(key, address);
  };
}

async function keyOfDay(database: Database, day: string): Promise<string> {
  await database
    .insertInto('address_keys')
    .values({ day, key: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  const { key } = await database
    .selectFrom('address_keys')
    .select('key')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return key;
}
