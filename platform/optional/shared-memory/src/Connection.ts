import { setTimeout as delay } from 'node:timers/promises';
import { createClient, ErrorReply } from '@redis/client';
import { CircuitBreaker } from '@site/node/CircuitBreaker.ts';
import { memoryLimits } from './limits.ts';
import type { MemoryMetrics } from './MemoryMetrics.ts';

/** Where the connection reports its failures. */
export type MemoryLog = Readonly<Record<'warn' | 'info', (about: object, text: string) => void>>;

const newClient = (url: string) =>
  createClient({
    url,
    // What every version knows.
    RESP: 2,
    disableClientInfo: true,
    // Commands fail while there is no connection, and `Connection` opens the next one.
    disableOfflineQueue: true,
    commandsQueueMaxLength: memoryLimits.waiting,
    socket: { connectTimeout: memoryLimits.connect, reconnectStrategy: false },
  });

/** A connected client. */
export type Client = ReturnType<typeof newClient>;

/** A connection, perhaps still on its way. */
interface Connecting {
  readonly since: number;
  /** Undefined when it failed. */
  readonly client: Promise<Client | undefined>;
}

/**
 * The connection to a Redis or Valkey that nobody depends on: a command that fails, or isn't answered in time, is given up with
 * the whole connection, and for a while nobody tries another.
 */
export class Connection {
  readonly #url: string;
  readonly #log: MemoryLog;
  readonly #metrics: MemoryMetrics;
  readonly #breaker = new CircuitBreaker(memoryLimits.backoff);
  #client: Client | undefined;
  #connecting: Connecting | undefined;
  #isClosed = false;
  /** Whether the log has said that nobody answers. */
  #isLogged = false;
  #refusalLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, metrics: MemoryMetrics, log: MemoryLog) {
    this.#url = url;
    this.#metrics = metrics;
    this.#log = log;
  }

  /** Runs commands. Undefined when they fail, or take longer than `memoryLimits.answer`. */
  async run<Result>(commands: (client: Client) => Promise<Result>): Promise<Result | undefined> {
    if (this.#isClosed || this.#breaker.delay() > 0) {
      this.#metrics.calls.inc({ outcome: 'skipped' });
      return undefined;
    }
    const startedAt = performance.now();
    this.#connecting ??= { since: startedAt, client: this.#connect() };
    // Later callers don't wait for a connection that takes long.
    const { since, client: connected } = this.#connecting;
    const client = await within(memoryLimits.answer, since, connected).catch(() => undefined);
    if (!client) {
      this.#metrics.calls.inc({ outcome: 'failed' });
      return undefined;
    }
    try {
      const result = await within(memoryLimits.answer, startedAt, commands(client));
      this.#succeeded();
      return result;
    } catch (error) {
      this.#metrics.calls.inc({ outcome: 'failed' });
      if (error instanceof ErrorReply) this.#refused(error);
      else this.#failed(error, startedAt, client);
      return undefined;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  async #connect(): Promise<Client | undefined> {
    const startedAt = performance.now();
    const client = newClient(this.#url);
    this.#client = client;
    let reason: unknown;
    // Also when an open connection ends: the next command opens another one.
    client.on('error', (error) => {
      reason ??= error;
      this.#drop(client);
    });
    try {
      await within(memoryLimits.connect, startedAt, client.connect());
      return client;
    } catch (error) {
      // An error ends the connection, which then says only that.
      if (!this.#isClosed) this.#failed(reason ?? error, startedAt, client);
      return undefined;
    }
  }

  #succeeded(): void {
    this.#breaker.succeeded();
    this.#metrics.calls.inc({ outcome: 'done' });
    this.#metrics.up.set(1);
    if (this.#isLogged) this.#log.info({}, 'The shared memory answers again.');
    this.#isLogged = false;
  }

  /** It answers, but not as it should: it is full, for example, or the user lacks a right. */
  #refused(error: ErrorReply): void {
    if (performance.now() - this.#refusalLoggedAt < memoryLimits.logInterval) return;
    this.#refusalLoggedAt = performance.now();
    this.#log.warn(
      error,
      'SITE-SHARED The shared memory refuses a command. Servers go by what they have seen themselves.',
    );
  }

  #failed(error: unknown, startedAt: number, client: Client): void {
    this.#breaker.failed(startedAt);
    this.#metrics.up.set(0);
    this.#drop(client);
    if (this.#isLogged || this.#isClosed) return;
    this.#isLogged = true;
    this.#log.warn(
      error instanceof Error ? error : { error },
      'SITE-SHARED The shared memory doesn’t answer. Servers go by what they have seen themselves.',
    );
  }

  /** Ends the connection, with all commands that wait for an answer. */
  #drop(client = this.#client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#connecting = undefined;
    if (client?.isOpen) client.destroy();
  }
}

/** The result of a task, if it comes within a time of the start. */
async function within<Result>(time: number, startedAt: number, task: Promise<Result>): Promise<Result> {
  const timeout = new AbortController();
  const left = Math.max(0, time - (performance.now() - startedAt));
  const late = delay(left, undefined, { signal: timeout.signal, ref: false }).then(() => {
    throw new Error(`No answer within ${time} ms.`);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    timeout.abort();
    // Nobody waits for the one that settles second.
    for (const settled of [task, late]) settled.catch(() => {});
  }
}
