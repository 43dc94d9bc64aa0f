import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../api/src/database/schema.ts';
import { timeToNextMail } from '../../api/src/outbox/queries.ts';
import type { DatabaseKind } from '../../api/src/testing/onEveryDatabase.ts';
import { openTestDatabase } from '../../api/src/testing/testDatabase.ts';
import { type Audit, audit } from './audit.ts';
import { endLeases } from './endLeases.ts';
import { FlappingMailServer, type Mood } from './FlappingMailServer.ts';
import { KilledServer } from './KilledServer.ts';
import { Visitors } from './Visitors.ts';

/** How to test. Times are in milliseconds. */
export interface KillTestOptions {
  readonly kind: DatabaseKind;
  readonly kills: number;
  /** How many visitors write at the same time. */
  readonly visitors: number;
  /** How long a server lives at most after its first answer. */
  readonly longestLife: number;
  /** Whether mails whose sender was killed, or that were put off, are due as soon as the last server starts. */
  readonly endsLeases?: boolean;
  /** How long the last server may take to deliver what is left. */
  readonly patience: number;
  readonly onKill?: (kills: number) => void;
}

/** What came of it. */
export interface KillTestResult extends Audit {
  readonly kills: number;
  readonly failures: readonly string[];
  readonly unanswered: number;
  /** How many mails the mail server met in each of its moods. */
  readonly met: Readonly<Record<Mood, number>>;
  /** From the last kill until everything was delivered. */
  readonly rest: number;
}

/** One in so many servers is killed while it starts. */
const birthEvery = 5;

/** Kills servers while visitors write to them and the mail server comes and goes; then looks where the messages are. */
export async function killTest(options: KillTestOptions): Promise<KillTestResult> {
  const place = await openTestDatabase(options.kind);
  // The servers have it to themselves: what a killed one leaves behind is for the next one to put in order.
  await place.database.destroy();
  const mailServer = new FlappingMailServer();
  const smtpUrl = await mailServer.start();
  const server = new KilledServer({ ...place.environment, SMTP_URL: smtpUrl, MAIL_TO: 'hello@example.com' });
  try {
    const visitors = new Visitors(() => server.origin, options.visitors);
    await killOften(server, visitors, options).finally(() => visitors.leave());
    mailServer.calmDown();
    const begun = performance.now();
    if (options.endsLeases) await endLeases(place);
    await server.start();
    await visitors.gone();
    const database = await place.openAgain();
    await untilNothingWaits(database, begun + options.patience);
    const rest = performance.now() - begun;
    await server.stop();
    const { acknowledged, failures, unanswered } = visitors;
    const found = await audit(acknowledged, database, mailServer.mails);
    return { ...found, kills: server.kills, failures, unanswered, met: mailServer.met, rest };
  } finally {
    await server.stop();
    await mailServer.stop();
    await place.close();
  }
}

async function killOften(server: KilledServer, visitors: Visitors, options: KillTestOptions): Promise<void> {
  for (let kill = 1; kill <= options.kills; kill += 1) {
    if (kill % birthEvery === 0) {
      await server.dieAtBirth();
    } else {
      await server.start();
      visitors.arrive();
      await visitors.nextAnswer();
      await server.killWithin(options.longestLife);
    }
    options.onKill?.(kill);
  }
}

/** Ends when the outbox is done, or when it is too late: the audit tells which. */
async function untilNothingWaits(database: Database, end: number): Promise<void> {
  while (Number.isFinite(await timeToNextMail(database)) && performance.now() < end) await wait(100);
}
