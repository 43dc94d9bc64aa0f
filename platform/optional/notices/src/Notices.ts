import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Backoff, CircuitBreaker } from '@site/node/CircuitBreaker.ts';
import { hasCode } from '@site/releases/store/files.ts';
import { withLock } from '@site/releases/store/lock.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyBaseLogger } from 'fastify';
import { admit } from './admit.ts';
import { noticeLimits } from './limits.ts';
import {
  emptyRecord,
  type NoticeRecord,
  readRecord,
  recordFolder,
  type WaitingNotice,
  withFailure,
  withGivenUp,
  withoutTarget,
  writeRecord,
} from './Record.ts';
import type { Target } from './settings.ts';
import { type TellingOptions, tell } from './tell.ts';
import type { Watch } from './Watch.ts';

/** What notices work with. */
export interface NoticesOptions extends TellingOptions {
  readonly watch: Pick<Watch, 'look'>;
  readonly targets: readonly Target[];
  /** Folder for the servers' reports: processes that share it tell together. */
  readonly reports: string;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
  /** How often to look, in milliseconds. */
  readonly every?: number;
  /** The delays between tries, in milliseconds. */
  readonly backoff?: Backoff;
}

const busy = () => new OperatorError('SITE-NOTICES', 'Another process tells.');

/**
 * Tells the owner what happens to releases. Of the processes with the same folder of reports, one does it: it holds a lock that ends
 * with it, and another goes on from its record. A notice is in the record before it is sent, and leaves it afterwards, so a process
 * that is killed between tells it twice rather than never.
 */
export class Notices {
  readonly #options: NoticesOptions;
  readonly #stopping = new AbortController();
  readonly #breakers = new Map<string, CircuitBreaker>();
  #record: NoticeRecord = emptyRecord;
  #writing = Promise.resolve();
  #running: Promise<void> | undefined;
  #isBlind = false;

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops. What still waits is in the record. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { reports } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        await withLock(join(recordFolder(reports), 'lock'), busy, () => this.#tellAll());
      } catch (error) {
        // Another process tells: this one may have to take over at any time.
        if (!(error instanceof OperatorError)) this.#cannotWrite(error);
      }
      await this.#pause();
    }
  }

  async #tellAll(): Promise<void> {
    this.#record = await readRecord(this.#options.reports);
    await this.#forgetGoneTargets();
    while (!this.#stopping.signal.aborted) {
      await this.#look();
      await Promise.all(this.#options.targets.map((target) => this.#sendTo(target)));
      await this.#pause();
    }
  }

  async #look(): Promise<void> {
    try {
      const { known, notices, problems } = await this.#options.watch.look(this.#record.known);
      const ids = this.#options.targets.map(({ id }) => id);
      await this.#change(admit({ ...this.#record, known }, notices, ids));
      if (problems.length > 0) throw problems[0];
      this.#isBlind = false;
    } catch (error) {
      this.#logOnce(
        error,
        'SITE-NOTICES The store or the servers’ reports can’t be read. What happens meanwhile is told later.',
      );
    }
  }

  /** Sends a target what waits for it, oldest first, until one try fails. */
  async #sendTo(target: Target): Promise<void> {
    const breaker = this.#breakerOf(target);
    for (const notice of this.#record.waiting.filter(({ targets }) => targets.includes(target.id))) {
      if (breaker.delay() > 0 || this.#stopping.signal.aborted) return;
      try {
        await tell(target, notice, this.#options, this.#stopping.signal);
        breaker.succeeded();
        await this.#done(notice, target);
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        await this.#failed(notice, target, error);
      }
    }
  }

  async #failed(notice: WaitingNotice, target: Target, error: unknown): Promise<void> {
    const breaker = this.#breakerOf(target);
    const reason = reasonOf(error, target);
    const fields = { target: target.name, notice: notice.id, reason };
    // Once for each outage.
    if (breaker.failures === 0) this.#options.log.warn(fields, 'SITE-NOTICES A notice could not be sent; retrying.');
    breaker.failed();
    const failed = withFailure(this.#record, target, reason);
    if (Date.now() - Date.parse(notice.at) < noticeLimits.patience) return await this.#change(failed);
    this.#options.log.error(fields, 'SITE-NOTICES A notice is given up.');
    await this.#change(withoutTarget(withGivenUp(failed, notice, target, reason), notice, target));
  }

  async #done(notice: WaitingNotice, target: Target): Promise<void> {
    const { [target.id]: _ended, ...failing } = this.#record.failing;
    await this.#change(withoutTarget({ ...this.#record, failing }, notice, target));
  }

  /** What waits for a target that the settings no longer name waits for nobody. */
  async #forgetGoneTargets(): Promise<void> {
    const ids = this.#options.targets.map(({ id }) => id);
    const waiting = this.#record.waiting
      .map((notice) => ({ ...notice, targets: notice.targets.filter((id) => ids.includes(id)) }))
      .filter(({ targets }) => targets.length > 0);
    const failing = Object.fromEntries(Object.entries(this.#record.failing).filter(([id]) => ids.includes(id)));
    const givenUp = this.#record.givenUp.filter(({ target }) => ids.includes(target));
    await this.#change({ ...this.#record, waiting, failing, givenUp });
  }

  async #change(record: NoticeRecord): Promise<void> {
    const isSame = JSON.stringify(record) === JSON.stringify(this.#record);
    this.#record = record;
    if (isSame) return;
    // One after the other: targets are told at the same time, and an earlier state must not be the last one written.
    this.#writing = this.#writing.catch(() => {}).then(() => writeRecord(this.#options.reports, this.#record));
    await this.#writing;
  }

  #breakerOf({ id }: Target): CircuitBreaker {
    const breaker = this.#breakers.get(id) ?? new CircuitBreaker(this.#options.backoff ?? noticeLimits.backoff);
    this.#breakers.set(id, breaker);
    return breaker;
  }

  /** A release service with a unit of its own only reads the reports: beside it, the site tells. */
  #cannotWrite(error: unknown): void {
    const text = 'SITE-NOTICES The folder of REPORTS can’t be written here: this process tells nothing.';
    this.#logOnce(error, text, hasCode(error, 'EROFS', 'EACCES', 'EPERM') ? 'info' : 'warn');
  }

  #logOnce(error: unknown, text: string, level: 'info' | 'warn' = 'warn'): void {
    if (!this.#isBlind) this.#options.log[level]({ reason: reasonOf(error) }, text);
    this.#isBlind = true;
  }

  async #pause(): Promise<void> {
    const { every = noticeLimits.look } = this.#options;
    await delay(every, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
  }
}

/** Why something failed, for log and record: what a mail server says may contain addresses, as its codes don't. */
function reasonOf(error: unknown, target?: Target): string {
  if (target?.kind === 'mail' && error instanceof Error && 'code' in error)
    return 'responseCode' in error ? `${error.code} ${error.responseCode}` : String(error.code);
  return error instanceof Error ? error.message : String(error);
}
