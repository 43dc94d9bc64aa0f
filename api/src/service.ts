import type { Check } from '@site/http/probes.ts';
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Registry } from 'prom-client';
import { createApi } from './api.ts';
import { openDatabase } from './database/open.ts';
import type { Database } from './database/schema.ts';
import { Housekeeper } from './housekeeping/Housekeeper.ts';
import { openMailer } from './mail/openMailer.ts';
import { watchNews } from './news/watch.ts';
import { databaseCheck } from './operations/databaseCheck.ts';
import { messageMetrics } from './operations/messageMetrics.ts';
import { Sender } from './outbox/Sender.ts';
import type { ApiSettings } from './settings.ts';

/** The API with all that belongs to it, ready for a server. */
export interface ApiService {
  /** The routes, below `/api/v1`, and what works in the background as long as the server listens. */
  readonly plugin: FastifyPluginAsync;
  /** An opaque text that changes with every change of the news, within a second of it. */
  readonly newsState: () => Promise<string>;
  /** What the API needs to be ready, by part. */
  readonly checks: Readonly<Record<string, Check>>;
  /** Adds messages and mails to metrics. */
  readonly measure: (registry: Registry) => void;
  /** Ends the work in the background and closes the database; to be called when the last request is answered. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the API's database and what works on it.
 *
 * @throws {OperatorError} when the database can't be opened
 */
export async function openApi(settings: ApiSettings): Promise<ApiService> {
  const database = await openDatabase({ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL });
  let log: FastifyBaseLogger | undefined;
  let sender: Sender | undefined;
  let housekeeper: Housekeeper | undefined;
  return {
    plugin: async (server) => {
      log = server.log;
      sender = senderOf(settings, database, server.log);
      housekeeper = new Housekeeper(database, { keepDays: settings.MESSAGES_KEEP_DAYS }, server.log);
      server.addHook('onListen', async () => {
        sender?.start();
        housekeeper?.start();
      });
      await server.register(
        createApi({
          database,
          siteOrigin: settings.SITE_ORIGIN,
          confirms: settings.MAIL_CONFIRM,
          onStored: () => sender?.wake(),
        }),
      );
    },
    newsState: watchNews(database, () => log),
    checks: { database: databaseCheck(database) },
    measure: (registry) => messageMetrics(registry, database),
    close: async () => {
      await Promise.all([sender?.stop(), housekeeper?.stop()]);
      await database.destroy();
    },
  };
}

function senderOf(settings: ApiSettings, database: Database, log: FastifyBaseLogger): Sender | undefined {
  const { SMTP_URL: smtpUrl, MAIL_TO: to, MAIL_FROM: from } = settings;
  if (!smtpUrl || !to) return undefined;
  return new Sender({ database, log, mailer: openMailer({ smtpUrl, to, from: from ?? to }) });
}
