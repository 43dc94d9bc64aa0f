import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database, MailKind, OutboxRow } from './database/schema.ts';

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
  new Gauge({
    name: 'site_messages',
    help: 'Stored contact messages',
    registers: [registry],
    async collect() {
      this.remove();
      const messages = await countMessages(database).catch(() => undefined);
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
      const counts = await countMails(database).catch(() => undefined);
      if (!counts) return;
      for (const kind of kinds) for (const state of states) this.set({ kind, state }, 0);
      for (const { kind, state, count } of counts) this.set({ kind, state }, Number(count));
    },
  });
}

/** Adds the gauge of the oldest waiting mail. Only a site that sends mails has one: elsewhere messages wait for nothing. */
export function measureWaiting(registry: Registry, database: Database): void {
  new Gauge({
    name: 'site_outbox_oldest_waiting_seconds',
    help: 'Age of the oldest message whose mail waits to be sent; 0 when none does',
    registers: [registry],
    async collect() {
      this.remove();
      const seconds = await oldestWaiting(database).catch(() => undefined);
      if (seconds !== undefined) this.set(seconds);
    },
  });
}

async function oldestWaiting(database: Database): Promise<number> {
  const oldest = await database
    .selectFrom('outbox')
    .innerJoin('messages', 'messages.id', 'outbox.message_id')
    .select(({ fn }) => fn.min('messages.received_at').as('received_at'))
    .where('outbox.state', '=', 'waiting')
    .executeTakeFirst();
  return oldest?.received_at ? Math.max(0, Date.now() - Date.parse(oldest.received_at)) / 1000 : 0;
}

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
