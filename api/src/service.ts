import type { ReadinessCheck } from '@site/node/probes.ts';
import type { Tracing } from '@site/node/spans.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { Registry } from 'prom-client';
import { createApi } from './api.ts';
import { DatabaseOpening } from './database/DatabaseOpening.ts';
import type { Database } from './database/schema.ts';
import { statementSpans } from './database/statementSpans.ts';
import { limits } from './limits.ts';
import { mailFailuresCounter, measureMessages, measureRemains, measureWaiting } from './metrics.ts';
import { watchNews } from './news/watch.ts';
import { MailSpans } from './outbox/MailSpans.ts';
import { countFailing } from './outbox/queries.ts';
import { Sender, type SenderOptions } from './outbox/Sender.ts';
import { RetentionJob } from './RetentionJob.ts';
import type { ApiSettings } from './settings.ts';
import { addUsage, type UsageCount, type UsageSource, usageIn } from './usage/counts.ts';

/** The API on its database, ready to be registered with a server. */
export interface ApiService {
  /** The routes below `/api/v1`, and the background jobs, which start when the server is ready. */
  readonly plugin: FastifyPluginAsync;
  /** An opaque string that changes within a second of every change of the news. */
  readonly newsState: () => Promise<string>;
  /** Readiness checks, by part. Without its database an API can do nothing, but a site still has its pages. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** Checks of parts that the API can do without: messages wait for their mails. */
  readonly weaknesses: Readonly<Record<string, ReadinessCheck>>;
  /** Adds to what was counted of the site's use. */
  readonly addUsage: (counts: readonly UsageCount[]) => Promise<void>;
  /** What was counted of it. */
  readonly usage: UsageSource;
  /** Adds the metrics of messages and mails. */
  readonly measure: (registry: Registry) => void;
  /** Stops the background jobs and closes the database. Call it when the last request is answered. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the API's database, if it can be opened now, and everything that works on it.
 *
 * @param tracing records statements and mails; undefined where nothing is traced
 * @throws {OperatorError} when the database can't be opened for a reason that doesn't pass
 */
export async function openApi(settings: ApiSettings, tracing?: Tracing): Promise<ApiService> {
  const opening = await DatabaseOpening.begin({
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    sampleNews: settings.SAMPLE_NEWS,
    ...(tracing && { onStatement: statementSpans(tracing, settings.DATABASE_URL ? 'postgresql' : 'sqlite') }),
  });
  const { database } = opening;
  const spans = tracing && new MailSpans(tracing);
  const mailFailures = mailFailuresCounter();
  let log: FastifyBaseLogger | undefined;
  let sender: Sender | undefined;
  let retention: RetentionJob | undefined;
  return {
    plugin: async (server) => {
      log = server.log;
      opening.logTo(log);
      sender = await createSender(settings, {
        database,
        log: server.log,
        spans,
        onFailure: (kind, outcome) => mailFailures.inc({ kind, outcome }),
      });
      retention = new RetentionJob(database, settings.MESSAGES_KEEP_DAYS, server.log);
      // Not onListen: the site's server listens before there is a site, so Fastify never makes it listen.
      server.addHook('onReady', async () => {
        void opening.opened.then(() => {
          sender?.start();
          retention?.start();
        });
      });
      await server.register(
        createApi({
          database,
          siteOrigin: settings.SITE_ORIGIN,
          confirms: settings.MAIL_CONFIRM,
          probeToken: settings.METRICS_TOKEN,
          onStored: (id) => {
            spans?.stored(id);
            sender?.wake();
          },
        }),
      );
    },
    // Why the database isn't open is logged once.
    newsState: watchNews(database, () => (opening.problem === undefined ? log : undefined)),
    checks: { database: async () => opening.problem ?? (await checkDatabase(database)) },
    weaknesses: settings.SMTP_URL ? { mail: () => checkMail(database) } : {},
    addUsage: (counts) => addUsage(database, counts),
    usage: usageIn(database),
    measure: (registry) => {
      measureMessages(registry, database);
      measureRemains(registry, database);
      registry.registerMetric(mailFailures);
      if (settings.SMTP_URL) measureWaiting(registry, database);
    },
    close: async () => {
      await Promise.all([sender?.stop(), retention?.stop()]);
      await opening.close();
    },
  };
}

async function createSender(
  settings: ApiSettings,
  options: Omit<SenderOptions, 'mailer'>,
): Promise<Sender | undefined> {
  const { SMTP_URL: smtpUrl, MAIL_TO: to, MAIL_FROM: from } = settings;
  if (!smtpUrl || !to) return undefined;
  // Loaded here: a site that sends no mail starts without it.
  const { openMailer } = await import('./mail/openMailer.ts');
  return new Sender({ ...options, mailer: openMailer({ smtpUrl, to, from: from ?? to }) });
}

/**
 * Uses a transaction, which needs what a message needs: on SQLite it takes the write lock, and checks that the file is in
 * place.
 */
async function checkDatabase(database: Database): Promise<string | undefined> {
  try {
    await database
      .transaction()
      .execute((transaction) => transaction.selectFrom('revisions').select('topic').limit(1).execute());
    return undefined;
  } catch (error) {
    return error instanceof OperatorError && error.code === 'DATABASE_MOVED'
      ? 'The database file has been moved or deleted.'
      : 'The database can’t be read and written.';
  }
}

/** Why mails can't be sent. One that was refused once or twice may still go through. */
async function checkMail(database: Database): Promise<string | undefined> {
  try {
    const failing = await countFailing(database, limits.outbox.unwell);
    if (failing === 0) return undefined;
    return `${failing} mails about messages could not be sent, and are tried again: npx site messages list says why.`;
  } catch {
    // The database is down, which has its own check.
    return undefined;
  }
}
