import { setTimeout as delay } from 'node:timers/promises';
import { backoff, CircuitBreaker } from '@site/node/CircuitBreaker.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, MailKind, OutboxRow } from '../database/schema.ts';
import { limits } from '../limits.ts';
import type { MailSpans } from './MailSpans.ts';
import { finishMail, type OutboxMail, postponeMail, takeMails, timeToNextMail } from './queries.ts';

/** Sends mails through a mail server. */
export interface Mailer {
  /** Sends one mail. Rejects when the mail server doesn't accept it, or when the signal aborts. */
  send(mail: OutboxMail, signal: AbortSignal): Promise<unknown>;
  /** Closes idle connections. */
  close(): void;
}

/** What a sender works with. */
export interface SenderOptions {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Records each try; undefined where nothing is traced. */
  readonly spans?: MailSpans | undefined;
  /** Called after each failed try. */
  readonly onFailure?: (kind: MailKind, outcome: 'retry' | 'dead') => void;
}

/**
 * Sends the mails of the outbox, a few at a time, each at least once. It takes only mails that it can send at once: the
 * others stay free for other senders. Any number of senders can work on one database. No failure of the mail server or of
 * the database stops a sender.
 */
export class Sender {
  readonly #options: SenderOptions;
  readonly #stopping = new AbortController();
  readonly #aborting = new AbortController();
  #waking = new AbortController();
  /** The mails that are being sent, by id. */
  readonly #sending = new Map<string, Promise<void>>();
  readonly #breaker = new CircuitBreaker(limits.outbox.serverBackoff);
  #running: Promise<void> | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Makes the sender look for mails now. After a failure it still waits. */
  wake(): void {
    this.#waking.abort();
  }

  /**
   * Stops taking mails, waits for those that are being sent, and puts back those that take too long.
   *
   * @param timeout how long to wait, in milliseconds
   */
  async stop(timeout: number = limits.outbox.shutdown): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#aborting.abort(), timeout);
    await this.#running;
    clearTimeout(timer);
    this.#options.mailer.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#waking = new AbortController();
      const idle = this.#breaker.delay() || (await this.#sendDue());
      const signal = AbortSignal.any([this.#stopping.signal, this.#waking.signal]);
      if (idle > 0) await delay(idle, undefined, { signal, ref: false }).catch(() => {});
    }
    await Promise.all(this.#sending.values());
  }

  /** Starts sending as many due mails as there is room for. Returns the delay until the next look, in milliseconds. */
  async #sendDue(): Promise<number> {
    const { database, log } = this.#options;
    const { concurrency, pollInterval } = limits.outbox;
    const max = concurrency - this.#sending.size;
    if (max === 0) return pollInterval;
    const startedAt = performance.now();
    try {
      const mails = await takeMails(database, { max, except: [...this.#sending.keys()] });
      for (const mail of mails) this.#startSending(mail);
      if (this.#sending.size === 0) this.#breaker.succeeded();
      return mails.length === max ? 0 : Math.min(await timeToNextMail(database), pollInterval);
    } catch (error) {
      this.#breaker.failed(startedAt);
      log.error({ err: error }, 'the outbox can’t be read or written; retrying');
      return 0;
    }
  }

  #startSending(mail: OutboxMail): void {
    const { id } = mail.entry;
    const sending = this.#send(mail).finally(() => {
      this.#sending.delete(id);
      this.wake();
    });
    this.#sending.set(id, sending);
  }

  async #send(mail: OutboxMail): Promise<void> {
    const { database, mailer, spans } = this.#options;
    const { entry } = mail;
    const startedAt = performance.now();
    const span = spans?.begin(entry);
    try {
      await mailer.send(mail, AbortSignal.any([this.#aborting.signal, AbortSignal.timeout(limits.outbox.send)]));
      span?.end();
    } catch (error) {
      span?.end({ 'error.type': String(codeOf(error) ?? 'failed') });
      // A visitor's wrong address isn't the mail server's fault.
      if (entry.kind === 'notice' || !isPermanent(error)) this.#breaker.failed(startedAt);
      return await this.#handleFailure(entry, error);
    }
    this.#breaker.succeeded();
    await this.#record(() => finishMail(database, entry, 'delivered'));
  }

  /** Puts a mail back for another try, or gives it up. */
  async #handleFailure(entry: OutboxRow, error: unknown): Promise<void> {
    const { database, log, onFailure } = this.#options;
    const { id, kind, attempts } = entry;
    const lastError = error instanceof Error ? error.message : String(error);
    // A stopping sender aborts its own mails: that isn't a failure.
    const failingSince = this.#aborting.signal.aborted ? entry.failing_since : (entry.failing_since ?? now());
    const isDead = failingSince !== null && Date.now() - Date.parse(failingSince) >= patience(kind, error);
    // The reason may contain addresses: `npx site messages` shows it, the log doesn't.
    const details = { mail: id, kind, attempts, code: codeOf(error) };
    onFailure?.(kind, isDead ? 'dead' : 'retry');
    if (isDead) {
      log.error(details, 'SITE-MAIL A mail is given up. To send it again: npx site messages retry ID');
      return await this.#record(() => finishMail(database, entry, 'dead', lastError));
    }
    log.warn(details, 'a mail could not be sent; retrying');
    const delay = backoff(attempts, limits.outbox.mailBackoff);
    await this.#record(() => postponeMail(database, entry, { delay, lastError, failingSince }));
  }

  /**
   * Records the outcome of a mail, retrying until it succeeds. Until then the mail counts as being sent, so this sender
   * doesn't send it again.
   */
  async #record(write: () => Promise<void>): Promise<void> {
    const { signal } = this.#aborting;
    for (let failures = 1; ; failures += 1) {
      try {
        return await write();
      } catch (error) {
        this.#options.log.error({ err: error }, 'the outcome of a mail can’t be recorded; retrying');
        if (signal.aborted) return;
      }
      await delay(backoff(failures, limits.outbox.serverBackoff), undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

const now = (): string => new Date().toISOString();

/** How long to retry a mail after such an error, in milliseconds. */
function patience(kind: MailKind, error: unknown): number {
  const { refused, failing } = limits.outbox.giveUp[kind];
  return isPermanent(error) ? refused : failing;
}

/**
 * Whether the mail server will never accept a mail, such as one to an address that doesn't exist. Replies 501 and 550 to
 * 559 are about addresses. Other replies of the 500s are about the connection or the configuration, which can be fixed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3
 */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return false;
  return error.responseCode === 501 || (error.responseCode >= 550 && error.responseCode < 560);
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
