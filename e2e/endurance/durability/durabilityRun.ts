import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@site/api/database/schema.ts';
import { timeToNextMail } from '@site/api/outbox/queries.ts';
import type { TestDatabase } from '@site/api/testing/testDatabase.ts';
import { type Audit, audit } from './audit.ts';
import { FlappingMailServer, type Mood } from './FlappingMailServer.ts';
import { KilledServer } from './kills.ts';
import { Visitors } from './Visitors.ts';

/** What takes part in a trial. */
export interface Trial {
  readonly place: TestDatabase;
  /** Not started yet. */
  readonly server: KilledServer;
  /** Not there yet. */
  readonly visitors: Visitors;
}

/** How to try. */
export interface TrialOptions {
  /** Is closed when the trial is over. */
  readonly place: TestDatabase;
  /** How many visitors write at the same time. */
  readonly visitors: number;
  /** How long the last server may take to deliver what is left, in milliseconds. */
  readonly patience: number;
  /** Starts the server, lets the visitors in and disturbs them; leaves a server that works. */
  readonly disturb: (trial: Trial) => Promise<void>;
}

/** What came of it. */
export interface TrialResult extends Audit, Pick<Visitors, 'failures' | 'unanswered' | 'refused'> {
  readonly kills: number;
  /** How many mails the mail server met in each of its moods. */
  readonly met: Readonly<Record<Mood, number>>;
  /** From the end of the disturbance until everything was delivered, in milliseconds. */
  readonly rest: number;
}

/** Disturbs servers while visitors write to them and the mail server comes and goes; then looks where the messages are. */
export async function runTrial(options: TrialOptions): Promise<TrialResult> {
  const { place } = options;
  // The servers have it to themselves: what a killed one leaves behind is for the next one to put in order.
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

/** Ends when the outbox is done, or when it is too late: the audit tells which. */
async function untilNothingWaits(database: Database, end: number): Promise<void> {
  while (Number.isFinite(await timeToNextMail(database)) && performance.now() < end) await delay(100);
}
