import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Database } from '../database/schema.ts';
import { addressHash } from './addressHash.ts';
import { type Count, countUp } from './counts.ts';

/** The store of `@fastify/rate-limit`, in the database: several servers count a visitor together. */
export function sharedRates(database: Database): FastifyRateLimitStoreCtor {
  const hash = addressHash(database);

  return class SharedRates {
    incr(address: string, done: (error: Error | null, count?: Count) => void, timeWindow = 0): void {
      hash(address)
        .then((name) => countUp(database, `address:${name}`, timeWindow))
        .then(
          (count) => done(null, count),
          (error: Error) => done(error),
        );
    }

    child(): SharedRates {
      return this;
    }
  };
}
