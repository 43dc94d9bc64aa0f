import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import { createApi } from './api.ts';
import { openDatabase } from './database/open.ts';
import { watchNews } from './news/watch.ts';
import type { ApiSettings } from './settings.ts';

/** The API with all that belongs to it, ready for a server. */
export interface ApiService {
  /** The routes, below `/api/v1`. */
  readonly plugin: FastifyPluginAsync;
  /** An opaque text that changes with every change of the news, within a second of it. */
  readonly newsState: () => Promise<string>;
  /** Closes the database; to be called when the server has answered its last request. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the API's database and what works on it.
 *
 * @throws {DatabaseOpenError} when the database can't be opened
 */
export async function openApi(settings: ApiSettings): Promise<ApiService> {
  const database = await openDatabase({ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL });
  let log: FastifyBaseLogger | undefined;
  return {
    plugin: async (server) => {
      log = server.log;
      await server.register(createApi({ database, siteOrigin: settings.SITE_ORIGIN }));
    },
    newsState: watchNews(database, () => log),
    close: () => database.destroy(),
  };
}
