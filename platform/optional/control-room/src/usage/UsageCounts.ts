import { setTimeout as delay } from 'node:timers/promises';
import { limits as apiLimits } from '@site/api/limits.ts';
import type { UsageCount } from '@site/api/usage/counts.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { Release } from '@site/releases/Release.ts';
import { CountedNetworks } from '@site/rollouts/CountedNetworks.ts';
import { classOf, vitals } from '@site/rollouts/histogram.ts';
import type { MeasuredVitals } from '@site/rollouts/Rollouts.ts';
import { roomLimits } from '../limits.ts';
import { type Answer, answers, browserFailure, type Measured, scales, shellApp, wholeSite } from './measures.ts';

/** What `UsageCounts` needs of the server. */
export interface UsageOptions {
  /** Adds counts to those of all servers. */
  readonly store: (counts: readonly UsageCount[]) => Promise<void>;
  /** What several servers share, if they do. */
  readonly shared?: SharedMemory | undefined;
  readonly log: Readonly<Record<'warn', (about: unknown, text: string) => void>>;
  /** How often counts are stored, in milliseconds. */
  readonly every?: number;
}

/** What is the same in all rows that a count becomes. */
type Counted = Pick<UsageCount, 'app' | 'version' | 'measure' | 'class'>;

/**
 * Counts what the site's visitors got, and how fast, for the control room. Pages are counted in memory, and added to the database from
 * time to time: no visitor waits for it. While it is away, counts wait, within limits.
 */
export class UsageCounts {
  readonly #options: UsageOptions;
  /** Since when it counts what isn't in `#waiting` yet. */
  #since = new Date();
  /** Plain numbers by app: every page from memory is counted here. */
  readonly #answered = new Map<string, Record<Answer, number>>();
  readonly #others = new Map<string, Counted & { count: number }>();
  /** What is to be stored, the oldest first. */
  readonly #waiting = new Map<string, UsageCount>();
  readonly #networks: CountedNetworks;
  readonly #timer: NodeJS.Timeout;
  #storing: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: UsageOptions) {
    this.#options = options;
    this.#networks = new CountedNetworks(options.shared, 'usage');
    this.#timer = setInterval(() => void this.store(), options.every ?? roomLimits.usage.every).unref();
  }

  /** Counts a page that was sent, of a remote or, without one, of the shell. */
  answered(remote: string | undefined, how: Answer): void {
    const app = remote ?? shellApp;
    const known = this.#answered.get(app);
    if (known) known[how] += 1;
    else this.#answered.set(app, { ...noAnswers, [how]: 1 });
  }

  /** Records how many milliseconds a page took to render, with its data. */
  rendered(remote: string | undefined, milliseconds: number): void {
    this.#measure({ app: remote ?? shellApp, version: '' }, 'render', milliseconds);
  }

  /**
   * Records the Web Vitals of a visit that began with a release. As in rollouts, a network counts once an hour: anyone can send
   * reports.
   */
  measured({ manifest: { name: app, version } }: Release, values: MeasuredVitals, address: string): void {
    for (const vital of vitals) {
      const value = values[vital];
      if (value === undefined) continue;
      this.#networks.countOnce(address, () => this.#measure({ app, version }, vital, value), `${vital} ${app}`);
    }
  }

  /** Counts a failure that a browser reports, once an hour of each network. */
  browserFailed({ manifest: { name: app, version } }: Release, address: string): void {
    const counted = () => this.#count({ app, version, measure: browserFailure, class: 0 });
    this.#networks.countOnce(address, counted, `${browserFailure} ${app} ${version}`);
  }

  /** Adds what was counted to the database. A failure disturbs nobody: what isn't stored is stored later. */
  async store(): Promise<void> {
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = undefined;
    });
    await this.#storing;
  }

  /** Stores the last counts, unless that takes long. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const stored = this.store().then(() => this.store());
    await Promise.race([stored, delay(roomLimits.usage.stop, undefined, { ref: false })]);
  }

  #measure(of: Pick<Counted, 'app' | 'version'>, measure: Measured, value: number): void {
    this.#count({ ...of, measure, class: classOf(value, scales[measure]) });
  }

  #count(counted: Counted): void {
    const { app, version, measure, class: valueClass } = counted;
    const key = `${app} ${version} ${measure} ${valueClass}`;
    const known = this.#others.get(key);
    if (known) known.count += 1;
    else this.#others.set(key, { ...counted, count: 1 });
  }

  async #storeAll(): Promise<void> {
    this.#collect();
    const { store, log } = this.#options;
    try {
      for (let rows = this.#nextRows(); rows.length > 0; rows = this.#nextRows()) {
        // What was stored although it seemed not to be is added twice: better than what is lost.
        await store(rows.map(([, row]) => row));
        for (const [key] of rows) this.#waiting.delete(key);
      }
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        log.warn(error, 'Counts for the control room can’t be stored. They wait, and are tried again.');
      this.#isFailing = true;
      this.#forgetOldest();
    }
  }

  #nextRows(): readonly (readonly [string, UsageCount])[] {
    return this.#waiting.entries().take(apiLimits.usageAtOnce).toArray();
  }

  /** Moves what was counted to what is to be stored, as of the hour and the day in which counting began. */
  #collect(): void {
    const begun = this.#since;
    this.#since = new Date();
    for (const [app, counts] of this.#answered)
      for (const measure of answers) this.#wait({ app, version: '', measure, class: 0 }, counts[measure], begun);
    for (const { count, ...counted } of this.#others.values()) this.#wait(counted, count, begun);
    this.#answered.clear();
    this.#others.clear();
  }

  #wait(counted: Counted, count: number, begun: Date): void {
    if (count === 0) return;
    for (const row of rowsOf(counted, begun)) {
      const key = Object.values(row).join(' ');
      this.#waiting.set(key, { ...row, count: count + (this.#waiting.get(key)?.count ?? 0) });
    }
  }

  #forgetOldest(): void {
    const tooMany = this.#waiting.size - roomLimits.usage.waiting;
    for (const key of this.#waiting.keys().take(Math.max(0, tooMany))) this.#waiting.delete(key);
  }
}

const noAnswers: Readonly<Record<Answer, number>> = { memory: 0, rendered: 0, stale: 0, failed: 0 };

/** The rows that a count becomes: what is of all versions by hour and day, and of the whole site; what is of one by day alone. */
function rowsOf(counted: Counted, begun: Date): readonly Omit<UsageCount, 'count'>[] {
  const time = begun.toISOString();
  const day = { period: 'day', starts_at: `${time.slice(0, 10)}T00:00:00.000Z` } as const;
  if (counted.version !== '') return [{ ...day, ...counted }];
  const hour = { period: 'hour', starts_at: `${time.slice(0, 13)}:00:00.000Z` } as const;
  return [hour, day].flatMap((period) => [
    { ...period, ...counted },
    { ...period, ...counted, app: wholeSite },
  ]);
}
