import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../database/schema.ts';

/** Counts messages and mails whenever the metrics are asked for. While the database can't be read they are absent. */
export function messageMetrics(registry: Registry, database: Database): void {
  new Gauge({
    name: 'site_messages',
    help: 'Stored messages',
    registers: [registry],
    async collect() {
      this.remove();
      const messages = await countMessages(database).catch(() => undefined);
      if (messages !== undefined) this.set(messages);
    },
  });
  new Gauge({
    name: 'site_outbox_mails',
    help: 'Mails of stored messages by kind and state; those that wait are the depth of the outbox',
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
