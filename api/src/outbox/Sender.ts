import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/schema.ts';
import { limits } from '../limits.ts';
import { pauseAfter } from './pause.ts';
import { endMail, type OutboxMail, putOffMail, takeMails, timeToNextMail } from './queries.ts';
import { Rest } from './Rest.ts';
import { isRefusedForGood } from './refusal.ts';

/** What hands mails over to the mail server. */
export interface Mailer {
  /** Hands one over; rejects when the mail server did not take it, or the signal says so. */
  deliver(mail: OutboxMail, signal: AbortSignal): Promise<unknown>;
  /** Ends connections that wait for further mails. */
  close(): void;
}

/** What a sender works with. */
export interface SenderOptions {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/**
 * Sends what is in the outbox, a few mails at a time, each at least once. It takes no mail that it can't send at once:
 * others would wait for its lease to end. Any number of senders can work on one database. Nothing that fails ends it:
 * neither the mail server nor the database.
 */
export class Sender {
  readonly #options: SenderOptions;
  readonly #stopping = new AbortController();
  readonly #abandoning = new AbortController();
  #waking = new AbortController();
  /** The mails that are on their way, by id. */
  readonly #sending = new Map<string, Promise<void>>();
  /** A mail server or a database that fails isn't asked for every mail. */
  readonly #rest = new Rest(limits.outbox.rest);
  #running: Promise<void> | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Begins to send. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Says that there is a new mail, or room for one. After a failure the sender rests all the same. */
  wake(): void {
    this.#waking.abort();
  }

  /**
   * Takes no further mail, waits for those that are on their way, and gives back those that take too long.
   *
   * @param patience how long it waits, in milliseconds
   */
  async stop(patience: number = limits.outbox.finish): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#abandoning.abort(), patience);
    await this.#running;
    clearTimeout(timer);
    this.#options.mailer.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#waking = new AbortController();
      const idle = this.#rest.left() || (await this.#takeMails());
      const signal = AbortSignal.any([this.#stopping.signal, this.#waking.signal]);
      if (idle > 0) await sleep(idle, undefined, { signal, ref: false }).catch(() => {});
    }
    await Promise.all(this.#sending.values());
  }

  /** Begins to send as many mails as there is room for; gives how long there is nothing else to do, in milliseconds. */
  async #takeMails(): Promise<number> {
    const { database, log } = this.#options;
    const { atOnce, look } = limits.outbox;
    const most = atOnce - this.#sending.size;
    if (most === 0) return look;
    const begun = performance.now();
    try {
      const mails = await takeMails(database, { most, except: [...this.#sending.keys()] });
      for (const mail of mails) this.#begin(mail);
      if (this.#sending.size === 0) this.#rest.over();
      return mails.length === most ? 0 : Math.min(await timeToNextMail(database), look);
    } catch (error) {
      this.#rest.failed(begun);
      log.error({ err: error }, 'the outbox can’t be read or written; it is tried again');
      return 0;
    }
  }

  #begin(mail: OutboxMail): void {
    const { id } = mail.entry;
    const sending = this.#send(mail).finally(() => {
      this.#sending.delete(id);
      this.wake();
    });
    this.#sending.set(id, sending);
  }

  async #send(mail: OutboxMail): Promise<void> {
    const { database, mailer, log } = this.#options;
    const { entry } = mail;
    const begun = performance.now();
    try {
      await mailer.deliver(mail, AbortSignal.any([this.#abandoning.signal, AbortSignal.timeout(limits.outbox.send)]));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (entry.kind === 'confirmation' && isRefusedForGood(error)) {
        await this.#note(() => endMail(database, entry, 'refused', reason));
        return;
      }
      this.#rest.failed(begun);
      // The reason may have addresses in it: `npm run messages` tells it, the log does not.
      log.warn(
        { mail: entry.id, attempts: entry.attempts, code: codeOf(error) },
        'a mail was not taken; it is tried again',
      );
      await this.#note(() => putOffMail(database, entry, pauseAfter(entry.attempts, limits.outbox.backOff), reason));
      return;
    }
    this.#rest.over();
    await this.#note(() => endMail(database, entry, 'delivered'));
  }

  /**
   * Writes down what became of a mail, however often that fails: as long as it isn't written down, the mail counts as one
   * that is on its way, and this sender doesn't send it again.
   */
  async #note(write: () => Promise<void>): Promise<void> {
    const { signal } = this.#abandoning;
    for (let failures = 1; ; failures += 1) {
      try {
        return await write();
      } catch (error) {
        this.#options.log.error({ err: error }, 'what became of a mail can’t be written down; it is tried again');
        if (signal.aborted) return;
      }
      await sleep(pauseAfter(failures, limits.outbox.rest), undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
