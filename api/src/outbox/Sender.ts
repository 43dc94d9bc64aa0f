import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/schema.ts';
import { limits } from '../limits.ts';
import { pauseAfter } from './pause.ts';
import { endMail, type OutboxMail, putOffMail, takeMail, timeToNextMail } from './queries.ts';
import { isRefusedForGood } from './refusal.ts';

/** What a sender works with. */
export interface SenderOptions {
  readonly database: Database;
  /** Hands a mail over to the mail server; rejects when it did not take it. */
  readonly deliver: (mail: OutboxMail, signal: AbortSignal) => Promise<unknown>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/**
 * Sends what is in the outbox, one mail after the other, each at least once. Any number of senders can work on one
 * database. Nothing that fails ends it: neither the mail server nor the database.
 */
export class Sender {
  readonly #options: SenderOptions;
  readonly #stopping = new AbortController();
  readonly #abandoning = new AbortController();
  #waking = new AbortController();
  #failures = 0;
  #running: Promise<void> | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Begins to send. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Says that there is a new mail. After a failure the sender rests all the same. */
  wake(): void {
    this.#waking.abort();
  }

  /** Takes no further mail, and waits for the one that is on its way, but not for ever. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#abandoning.abort(), limits.outbox.finish);
    await this.#running;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#waking = new AbortController();
      const idle = await this.#sendOne();
      const ends = [this.#stopping.signal, ...(this.#failures === 0 ? [this.#waking.signal] : [])];
      const time = this.#failures === 0 ? idle : pauseAfter(this.#failures, limits.outbox.rest);
      if (time > 0) await sleep(time, undefined, { signal: AbortSignal.any(ends), ref: false }).catch(() => {});
    }
  }

  /** How long there is nothing to do, in milliseconds. */
  async #sendOne(): Promise<number> {
    const { database, log } = this.#options;
    try {
      const mail = await takeMail(database);
      if (mail) {
        await this.#send(mail);
        return 0;
      }
      this.#failures = 0;
      return Math.min(await timeToNextMail(database), limits.outbox.look);
    } catch (error) {
      this.#failures += 1;
      log.error({ err: error }, 'the outbox can’t be read or written; it is tried again');
      return 0;
    }
  }

  async #send(mail: OutboxMail): Promise<void> {
    const { database, deliver, log } = this.#options;
    const { entry } = mail;
    try {
      await deliver(mail, AbortSignal.any([this.#abandoning.signal, AbortSignal.timeout(limits.outbox.send)]));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (entry.kind === 'confirmation' && isRefusedForGood(error)) {
        await endMail(database, entry, 'refused', reason);
        return;
      }
      this.#failures += 1;
      await putOffMail(database, entry, pauseAfter(entry.attempts, limits.outbox.backOff), reason);
      // The reason may have addresses in it: `npm run messages` tells it, the log does not.
      log.warn(
        { mail: entry.id, attempts: entry.attempts, code: codeOf(error) },
        'a mail was not taken; it is tried again',
      );
      return;
    }
    this.#failures = 0;
    await endMail(database, entry, 'delivered');
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
