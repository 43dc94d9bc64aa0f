import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isPostgres } from '../database/dialect.ts';
import type { Database } from '../database/schema.ts';
import { limits } from '../limits.ts';
import { newsVersion } from './queries.ts';

/**
 * Gives the function that tells the state of the news, to be asked before each page. SQLite answers in microseconds, and
 * is asked each time; PostgreSQL is across a network, and is asked once a second at most. While the database does not
 * answer, the last known state holds: pages that were rendered from it go on being served, and nobody waits for it.
 */
export function watchNews(
  database: Database,
  log: () => Pick<FastifyBaseLogger, 'error'> | undefined,
): () => Promise<string> {
  const { every, wait } = isPostgres(database) ? limits.newsLook : { every: 0, wait: undefined };
  let known = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let isAway = false;

  const look = async () => {
    try {
      known = await newsVersion(database);
      isAway = false;
    } catch (error) {
      isAway = true;
      log()?.error({ err: error }, 'the state of the news can’t be read: pages stay as they are');
    }
    lookedAt = performance.now();
    looking = undefined;
  };

  return async () => {
    if (performance.now() - lookedAt < every) return known;
    looking ??= look();
    if (known === '' || wait === undefined) await looking;
    else if (!isAway) {
      const isLate = await Promise.race([looking.then(() => false), sleep(wait, true, { ref: false })]);
      isAway ||= isLate;
    }
    return known;
  };
}
