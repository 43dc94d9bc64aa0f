import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isPostgres } from '../database/postgres.ts';
import type { Database } from '../database/schema.ts';
import { limits } from '../limits.ts';
import { newsVersion } from './queries.ts';

/**
 * Creates the function that returns the version of the news, which is called before each page. SQLite answers in less than a
 * millisecond, so each call reads it. PostgreSQL is across a network, so calls read it at most once per
 * `limits.newsPoll.interval`. While the database doesn't answer, which the log says once, the last known version holds: pages
 * rendered from it stay valid, and nobody waits.
 */
export function watchNews(
  database: Database,
  log: () => Pick<FastifyBaseLogger, 'error'> | undefined,
): () => Promise<string> {
  const { interval, wait } = isPostgres(database) ? limits.newsPoll : { ...limits.newsPoll, interval: 0 };
  let version = '';
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let isAway = false;
  let isLogged = false;

  const read = async () => {
    try {
      version = await newsVersion(database);
      isAway = false;
      isLogged = false;
    } catch (error) {
      isAway = true;
      if (!isLogged) log()?.error({ err: error }, 'the version of the news can’t be read: pages stay as they are');
      isLogged = true;
    }
    readAt = performance.now();
    reading = undefined;
  };

  return async () => {
    if (performance.now() - readAt < interval) return version;
    reading ??= read();
    if (version === '') await reading;
    else if (!isAway) {
      const isLate = await Promise.race([reading.then(() => false), delay(wait, true, { ref: false })]);
      isAway ||= isLate;
    }
    return version;
  };
}
