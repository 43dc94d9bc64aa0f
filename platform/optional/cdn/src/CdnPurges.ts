import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { CircuitBreaker } from '@site/node/CircuitBreaker.ts';
import { writeAtomically } from '@site/releases/store/files.ts';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { z } from 'zod';
import { everyPage } from './cacheTags.ts';
import type { CdnDialect } from './cdnDialects.ts';
import { cdnLimits } from './limits.ts';

/** What `CdnPurges` works with. */
export interface CdnPurgesOptions {
  /** Where the CDN takes purges. */
  readonly address: string;
  readonly dialect: Pick<CdnDialect, 'purgeOf'>;
  /** What is live now, as tags. */
  readonly live: () => Promise<readonly string[]>;
  /** Remembers over a restart what the CDN may have, and what it has not been told yet. */
  readonly file: string;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  readonly registry: Registry;
}

const record = z.object({ live: z.array(z.string()), waiting: z.array(z.string()) });

/**
 * Tells the CDN what has changed, at least twice: at once, and again when no page of the earlier state can still be on its
 * way to the CDN. What it couldn't tell, it tells later, also after a restart. Each server does so for itself once it shows
 * the new state, so the last of them purges what the others fetched meanwhile.
 */
export class CdnPurges {
  readonly #options: CdnPurgesOptions;
  readonly #purges: Counter;
  readonly #notTold: Gauge;
  readonly #stopping = new AbortController();
  #live: readonly string[] = [];
  /** The tags to purge, each with the time of its second purge, by `Date.now()`; 0 stands for the first. */
  readonly #waiting = new Map<string, number>();
  readonly #breaker = new CircuitBreaker(cdnLimits.backoff);
  #running: Promise<void> | undefined;

  constructor(options: CdnPurgesOptions) {
    this.#options = options;
    const registers = [options.registry];
    this.#purges = new Counter({
      name: 'site_cdn_purges_total',
      help: 'What the CDN was told to fetch again, and attempts that failed, by outcome',
      labelNames: ['outcome'],
      registers,
    });
    this.#notTold = new Gauge({
      name: 'site_cdn_waiting',
      help: 'Changes that the CDN has not been told of yet',
      registers,
    });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops. The purges that are still due are in the file. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    await this.#remember();
    while (!signal.aborted) {
      try {
        await this.#look();
        if (this.#breaker.delay() === 0) await this.#tell();
      } catch (error) {
        this.#failed(error);
      }
      await delay(cdnLimits.look, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Reads the file. Without it, what the CDN has is unknown, so it drops everything. */
  async #remember(): Promise<void> {
    try {
      const { live, waiting } = record.parse(JSON.parse(await readFile(this.#options.file, 'utf8')));
      this.#live = live;
      for (const tag of waiting) this.#waiting.set(tag, 0);
    } catch {
      this.#waiting.set(everyPage, 0);
    }
  }

  async #look(): Promise<void> {
    const live = await this.#options.live();
    const gone = this.#live.filter((tag) => !live.includes(tag));
    if (gone.length === 0 && live.length === this.#live.length) return;
    this.#live = live;
    for (const tag of gone) this.#waiting.set(tag, 0);
    await this.#write();
  }

  async #write(): Promise<void> {
    this.#notTold.set([...this.#waiting.values()].filter((time) => time === 0).length);
    const content = { live: [...this.#live], waiting: [...this.#waiting.keys()] } satisfies z.infer<typeof record>;
    await writeAtomically(this.#options.file, JSON.stringify(content));
  }

  /** Sends what is due. */
  async #tell(): Promise<void> {
    const now = Date.now();
    const due = [...this.#waiting].filter(([, time]) => time <= now).map(([tag]) => tag);
    if (due.length === 0) return;
    const { tags, again } = cdnLimits;
    for (let from = 0; from < due.length; from += tags) {
      const part = due.slice(from, from + tags);
      await this.#purge(part);
      for (const tag of part) {
        if (this.#waiting.get(tag) === 0) this.#waiting.set(tag, Date.now() + again);
        else this.#waiting.delete(tag);
      }
    }
    this.#breaker.succeeded();
    this.#purges.inc({ outcome: 'done' }, due.length);
    this.#options.log.info({ tags: due }, 'the CDN fetches pages again');
    await this.#write();
  }

  async #purge(tags: readonly string[]): Promise<void> {
    const { address, dialect } = this.#options;
    const timeout = AbortSignal.timeout(cdnLimits.request);
    const signal = AbortSignal.any([timeout, this.#stopping.signal]);
    const { ok, status } = await fetch(address, {
      ...dialect.purgeOf(tags),
      method: 'POST',
      redirect: 'error',
      signal,
    }).then(withoutBody);
    if (!ok) throw new Error(`It answered ${status}.`);
  }

  #failed(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#purges.inc({ outcome: 'failed' });
    // Once for each outage: the metrics say whether it lasts.
    if (this.#breaker.failures === 0)
      this.#options.log.error(
        error,
        'SITE-CDN The CDN could not be told what changed. It may show earlier pages until it is told.',
      );
    this.#breaker.failed();
  }
}

/** Frees the connection. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return response;
}
