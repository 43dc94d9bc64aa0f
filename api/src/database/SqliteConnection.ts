import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { connectionFailure } from './failures.ts';

/** Which file a connection opens, and how. */
export interface ConnectionOptions {
  readonly file: string;
  /** Whether it is read-only. */
  readonly isReader: boolean;
  /** Identity of the file that an earlier connection opened: any other file is refused. */
  readonly identity?: string;
  /** How long a statement waits for another process that writes, in milliseconds. */
  readonly lockWait: number;
  /** How long a statement may take before its thread is given up, in milliseconds. */
  readonly timeout: number;
}

/** A request to the thread. */
export type Request = { readonly id: number } & RequestContent;

type RequestContent =
  | { readonly kind: 'open' }
  | { readonly kind: 'run'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'close' };

/** What the thread replies. */
export type Reply = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly isMoved: true }
  | { readonly failure: { readonly message: string; readonly code: unknown; readonly errcode: unknown } }
);

/** The rows that a statement returned, or how many it changed. */
export interface StatementResult {
  readonly rows: readonly unknown[];
  readonly changes?: number | bigint;
  readonly lastInsertRowid?: number | bigint;
}

/**
 * A connection to a SQLite file in its own thread: waiting for a lock or a slow disk never blocks the server. The connection
 * is lost when a statement exceeds its timeout or the thread ends; then every call fails, and the caller opens another one.
 */
export class SqliteConnection {
  readonly #options: ConnectionOptions;
  readonly #thread: Worker;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  /** Why it can't be used any more. */
  #loss: Error | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    // The thread doesn't need the server's preloaded modules and secrets, but it needs Node's compile cache: without it,
    // starting takes twice as long.
    const { NODE_COMPILE_CACHE } = process.env;
    const isolation = { execArgv: [], env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {} };
    this.#thread = new Worker(join(import.meta.dirname, `sqliteThread${extname(import.meta.filename)}`), {
      ...isolation,
      workerData: options,
    });
    this.#thread.on('message', (reply: Reply) => this.#settle(reply));
    this.#thread.on('error', (error) => this.#lose(`Its thread has ended: ${error.message}`));
    this.#thread.on('exit', () => this.#lose('Its thread has ended.'));
    // An idle connection doesn't keep the process running.
    this.#thread.unref();
  }

  get isLost(): boolean {
    return this.#loss !== undefined;
  }

  /** Opens the file and returns its identity. Other calls open it as well. */
  async open(): Promise<string> {
    return (await this.#request({ kind: 'open' })) as string;
  }

  async run(sql: string, parameters: readonly unknown[] = []): Promise<StatementResult> {
    return (await this.#request({ kind: 'run', sql, parameters })) as StatementResult;
  }

  /** Closes the file after earlier statements. The file of a lost connection is closed when its thread ends. */
  async close(): Promise<void> {
    if (!this.#loss) await this.#request({ kind: 'close' }).catch(() => {});
  }

  async #request(content: RequestContent): Promise<unknown> {
    if (this.#loss) throw this.#loss;
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<unknown>();
    const { timeout } = this.#options;
    const timer = setTimeout(() => this.#lose(`It has given no answer for ${timeout / 1000} s.`), timeout);
    try {
      this.#thread.postMessage({ id, ...content } satisfies Request);
      this.#pending.set(id, answer);
      this.#thread.ref();
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#thread.unref();
    }
  }

  #settle(reply: Reply): void {
    const answer = this.#pending.get(reply.id);
    if ('result' in reply) answer?.resolve(reply.result);
    else if ('failure' in reply) answer?.reject(Object.assign(new Error(reply.failure.message), reply.failure));
    else answer?.reject(movedError(this.#options.file));
  }

  #lose(reason: string): void {
    if (this.#loss) return;
    this.#loss = connectionFailure(
      'DATABASE_LOST',
      `The connection to the database "${this.#options.file}" is lost. ${reason}`,
    );
    for (const { reject } of this.#pending.values()) reject(this.#loss);
    void this.#thread.terminate();
  }
}

const movedError = (file: string) =>
  connectionFailure(
    'DATABASE_MOVED',
    `The database "${file}" has been deleted, moved or replaced while it was in use.`,
  );
