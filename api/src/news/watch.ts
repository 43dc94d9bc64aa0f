import type { FastifyBaseLogger } from 'fastify';
import { isPostgres } from '../database/dialect.ts';
import type { Database } from '../database/schema.ts';
import { limits } from '../limits.ts';
import { newsVersion } from './queries.ts';

/**
 * Gives the function that tells the state of the news, to be asked before each page. SQLite answers in microseconds, and
 * is asked each time; PostgreSQL is across a network, and is asked once a second at most. While the database can't be
 * asked, the last known state holds: pages that were rendered from it go on being served.
 */
export function watchNews(
  database: Database,
  log: () => Pick<FastifyBaseLogger, 'error'> | undefined,
): () => Promise<string> {
  const kept = isPostgres(database) ? limits.newsLook : 0;
  let known = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const look = async () => {
    try {
      known = await newsVersion(database);
    } catch (error) {
      log()?.error({ err: error }, 'the state of the news can’t be read: pages stay as they are');
    }
    lookedAt = performance.now();
    looking = undefined;
  };

  return async () => {
    if (performance.now() - lookedAt >= kept) {
      looking ??= look();
      await looking;
    }
    return known;
  };
}
