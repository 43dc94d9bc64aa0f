import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@site/api/database/schema.ts';
import { timeToNextMail } from '@site/api/outbox/queries.ts';
import type { TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { audit, type DurabilityRunResult } from './audit.ts';
import { FlappingMailServer } from './FlappingMailServer.ts';
import { type DurabilityContext, KilledServer } from './kills.ts';
import { Visitors } from './Visitors.ts';

/** How to run. */
export interface DurabilityOptions {
  /** Closed at the end of the run. */
  readonly place: TestDatabase;
  /** How many visitors write at the same time. */
  readonly visitors: number;
  /** How long the last server may take to deliver the remaining mails, in milliseconds. */
  readonly patience: number;
  /** Starts the server and the visitors, and disturbs them. In the end, a server must run. */
  readonly disturb: (context: DurabilityContext) => Promise<void>;
}

/** Disturbs servers while visitors write messages and the mail server is unreliable; then audits the messages. */
export async function runDurability(options: DurabilityOptions): Promise<DurabilityRunResult> {
  const { place } = options;
  // Only the servers may use the database: each must recover from what a killed one left behind.
  await place.database.destroy();
  const mailServer = new FlappingMailServer();
  const smtpUrl = await mailServer.start();
  const server = new KilledServer({ ...place.environment, SMTP_URL: smtpUrl, MAIL_TO: 'hello@example.com' });
  const visitors = new Visitors(() => server.origin, options.visitors);
  try {
    await options.disturb({ place, server, visitors }).finally(() => visitors.leave());
    mailServer.calmDown();
    const begun = performance.now();
    await visitors.gone();
    const database = await place.openAgain();
    await untilNothingWaits(database, begun + options.patience);
    const rest = performance.now() - begun;
    await server.stop();
    const { acknowledged, failures, unanswered, refused } = visitors;
    const found = await audit(acknowledged, database, mailServer.mails);
    return { ...found, kills: server.kills, failures, unanswered, refused, met: mailServer.met, rest };
  } finally {
    await server.stop();
    await mailServer.stop();
    await place.close();
  }
}

/** Waits until the outbox is empty, or the time is over; the audit finds undelivered mails. */
async function untilNothingWaits(database: Database, end: number): Promise<void> {
  while (Number.isFinite(await timeToNextMail(database)) && performance.now() < end) await delay(100);
}
