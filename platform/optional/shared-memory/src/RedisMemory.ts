import { randomUUID } from 'node:crypto';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { Registry } from 'prom-client';
import { Connection, type MemoryLog } from './Connection.ts';
import { memoryLimits } from './limits.ts';
import { MemoryMetrics } from './MemoryMetrics.ts';
import { Seal } from './Seal.ts';

/** The format of what is stored. Programs with another one don't see it. */
const format = 1;

/** What `RedisMemory` works with. */
export interface RedisMemoryOptions {
  /** Such as `rediss://:password@host:6379`. */
  readonly url: string;
  /** The site's origin: several sites may share a server. */
  readonly site: string;
  /** Known to the site's servers alone. */
  readonly secret: string;
  readonly registry: Registry;
  readonly log: MemoryLog;
}

/** The shared memory of a site in Redis or Valkey. */
export class RedisMemory implements SharedMemory {
  readonly #connection: Connection;
  readonly #metrics: MemoryMetrics;
  readonly #seal: Seal;
  readonly #prefix: string;
  /** A key that only this server writes: it is gone when the memory is empty. */
  readonly #mark: string;
  readonly #emptied = new Set<() => void>();
  readonly #timer: NodeJS.Timeout;

  constructor({ url, site, secret, registry, log }: RedisMemoryOptions) {
    this.#metrics = new MemoryMetrics(registry);
    this.#connection = new Connection(url, this.#metrics, log);
    this.#seal = new Seal(secret, site);
    this.#prefix = `site:${format}:${site}:`;
    this.#mark = `${this.#prefix}server ${randomUUID()}`;
    this.#timer = setInterval(() => void this.#look(), memoryLimits.look).unref();
    void this.#look();
  }

  async get(place: string): Promise<string | undefined> {
    const key = this.#prefix + place;
    const sealed = await this.#connection.run((client) => client.getRange(key, 0, memoryLimits.text));
    const text = sealed && this.#seal.open(key, sealed);
    this.#metrics.reads.inc({ result: text ? 'hit' : 'miss' });
    return text || undefined;
  }

  async set(place: string, text: string, lifetime: number): Promise<boolean> {
    const key = this.#prefix + place;
    const sealed = this.#seal.close(key, text);
    if (Buffer.byteLength(sealed) > memoryLimits.text) return false;
    const expiration = { type: 'PX', value: lifetime } as const;
    return (await this.#connection.run((client) => client.set(key, sealed, { expiration }))) === 'OK';
  }

  async entries(table: string): Promise<ReadonlyMap<string, string>> {
    const key = this.#prefix + table;
    const stored = await this.#connection.run(async (client) => {
      const size = await client.memoryUsage(key, { SAMPLES: 0 });
      return size === null || size > memoryLimits.table ? {} : await client.hGetAll(key);
    });
    return new Map(
      Object.entries(stored ?? {}).flatMap(([name, sealed]) => {
        const text = this.#seal.open(entryOf(key, name), sealed);
        return text === undefined ? [] : [[name, text] as const];
      }),
    );
  }

  async setEntry(table: string, name: string, text: string, lifetime: number): Promise<void> {
    const key = this.#prefix + table;
    const sealed = this.#seal.close(entryOf(key, name), text);
    await this.#connection.run((client) => client.multi().hSet(key, name, sealed).pExpire(key, lifetime).exec());
  }

  async count(what: string, time: number): Promise<number | undefined> {
    const key = `${this.#prefix}count ${this.#seal.hash(what)}`;
    const start = { condition: 'NX', expiration: { type: 'PX', value: time } } as const;
    const answers = await this.#connection.run((client) => client.multi().set(key, '0', start).incr(key).exec());
    const count = Number(answers?.[1] ?? Number.NaN);
    return Number.isSafeInteger(count) ? count : undefined;
  }

  whenEmpty(callback: () => void): void {
    this.#emptied.add(callback);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#connection.close();
  }

  async #look(): Promise<void> {
    const renewal = { expiration: { type: 'PX', value: memoryLimits.mark }, GET: true } as const;
    const before = await this.#connection.run((client) => client.set(this.#mark, '1', renewal));
    if (before === null) for (const callback of this.#emptied) callback();
  }
}

/** The place of an entry, whatever its name contains. */
const entryOf = (key: string, name: string): string => JSON.stringify([key, name]);
