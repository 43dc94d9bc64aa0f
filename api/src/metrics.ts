import { setTimeout as delay } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { hasRemains } from './database/remains.ts';
import type { Database, MailKind, OutboxRow } from './database/schema.ts';
import { limits } from './limits.ts';

const kinds: readonly MailKind[] = ['notice', 'confirmation'];
const states: readonly OutboxRow['state'][] = ['waiting', 'delivered', 'dead'];

/** Creates the counter of failed tries to send a mail, which begins at 0. */
export function mailFailuresCounter(): Counter<'kind' | 'outcome'> {
  const counter = new Counter({
    name: 'site_mail_failures_total',
    help: 'Failed tries to send a mail, by its kind, and whether it is tried again (retry) or was given up (dead)',
    labelNames: ['kind', 'outcome'],
    registers: [],
  });
  for (const kind of kinds) for (const outcome of ['retry', 'dead']) counter.inc({ kind, outcome }, 0);
  return counter;
}

/** Adds gauges of messages and mails, counted at each scrape. While the database can't be read they are absent. */
export function measureMessages(registry: Registry, database: Database): void {
  const [messagesNow, mailsNow] = [inTime(() => countMessages(database)), inTime(() => countMails(database))];
  new Gauge({
    name: 'site_messages',
    help: 'Stored contact messages',
    registers: [registry],
    async collect() {
      this.remove();
      const messages = await messagesNow();
      if (messages !== undefined) this.set(messages);
    },
  });
  new Gauge({
    name: 'site_outbox_mails',
    help: 'Mails of stored messages by kind and state; the waiting ones are the queue depth of the outbox',
    labelNames: ['kind', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await mailsNow();
      if (!counts) return;
      for (const kind of kinds) for (const state of states) this.set({ kind, state }, 0);
      for (const { kind, state, count } of counts) this.set({ kind, state }, Number(count));
    },
  });
}

/** Adds the gauge that says whether deleted data is still on the disk, until an operator rewrites the tables. */
export function measureRemains(registry: Registry, database: Database): void {
  const remainsNow = inTime(() => hasRemains(database));
  new Gauge({
    name: 'site_deleted_remains',
    help: 'Whether deleted messages are still on the disk, because the database is too large to be rewritten while the site runs: 1, else 0',
    registers: [registry],
    async collect() {
      this.remove();
      const remains = await remainsNow();
      if (remains !== undefined) this.set(Number(remains));
    },
  });
}

/** Adds the gauge of the oldest waiting mail. Only for sites that send mails: elsewhere nothing waits. */
export function measureWaiting(registry: Registry, database: Database): void {
  const oldestNow = inTime(() => oldestWaiting(database));
  new Gauge({
    name: 'site_outbox_oldest_waiting_seconds',
    help: 'Age of the oldest message whose mail waits to be sent, by kind of mail; 0 when none does',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      const oldest = await oldestNow();
      if (!oldest) return;
      for (const kind of kinds) this.set({ kind }, secondsSince(oldest.find((row) => row.kind === kind)?.received_at));
    },
  });
}

/**
 * Asks the database, but only for as long as a scrape can wait: otherwise a database that hangs would look like a server
 * that is down. It isn't asked again before it has answered. Undefined when it fails or takes longer.
 */
function inTime<Value>(ask: () => Promise<Value>): () => Promise<Value | undefined> {
  let running: Promise<Value | undefined> | undefined;
  return async () => {
    running ??= ask()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
    return await Promise.race([running, delay(limits.scrape, undefined, { ref: false })]);
  };
}

const oldestWaiting = (database: Database) =>
  database
    .selectFrom('outbox')
    .innerJoin('messages', 'messages.id', 'outbox.message_id')
    .select(({ fn }) => ['outbox.kind', fn.min('messages.received_at').as('received_at')] as const)
    .where('outbox.state', '=', 'waiting')
    .groupBy('outbox.kind')
    .execute();

const secondsSince = (time: string | undefined): number =>
  time === undefined ? 0 : Math.max(0, Date.now() - Date.parse(time)) / 1000;

async function countMessages(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const countMails = (database: Database) =>
  database
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', 'state', fn.countAll().as('count')] as const)
    .groupBy(['kind', 'state'])
    .execute();
