import { Gauge, type Registry } from 'prom-client';
import type { Database } from './database/schema.ts';

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
      for (const { kind, state, count } of await countMails(database).catch(() => []))
        this.set({ kind, state }, Number(count));
    },
  });
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
