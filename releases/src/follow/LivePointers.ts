import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { FastifyBaseLogger } from 'fastify';
import { parsePointer } from '../pointer.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';

/** Options of `LivePointers`. */
export interface LivePointersOptions {
  readonly store: ReleaseStore;
  readonly apps: readonly string[];
  /** Where the pointers are remembered, for a start while the store can't be reached. */
  readonly file: string;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

type Pointers = ReadonlyMap<string, Pointer>;

/**
 * The pointers of the store. When a pointer is damaged or missing, because a folder isn't mounted, an address is wrong or
 * somebody moved a file, the last known one stays. To take a remote off the site, remove its pages from the route table.
 */
export class LivePointers {
  readonly #options: LivePointersOptions;
  #current: Pointers = new Map();
  #unknown: ReadonlyMap<string, string> = new Map();
  #problems: ReadonlyMap<string, OperatorError> = new Map();
  #lastProblem = '';
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LivePointersOptions) {
    this.#options = options;
  }

  get(app: string): Pointer | undefined {
    return this.#current.get(app);
  }

  /** Apps whose pointer can't be read, and was not known before; with the error code. */
  get unknown(): ReadonlyMap<string, string> {
    return this.#unknown;
  }

  /** Whether everything that was known could be read the last time. */
  get isReadable(): boolean {
    return this.#lastProblem === '';
  }

  /** Shows what was live when the pointers were last remembered, before the store is asked. */
  recall(): void {
    this.#current = this.#remembered();
  }

  /** Why the pointer of an app could not be read the last time; undefined when the store answered. */
  problem(app: string): OperatorError | undefined {
    return this.#problems.get(app);
  }

  /** Reads every pointer. A missing or damaged one keeps its last known value, and delays no other app. */
  async read(): Promise<void> {
    const { store, apps } = this.#options;
    const read = await Promise.all(apps.map(async (app) => ({ app, ...(await this.#readOne(app)) })));
    const known = this.#current.size > 0 ? this.#current : this.#remembered();
    const pointers = new Map(
      read.flatMap(({ app, pointer = known.get(app) }) => (pointer ? [[app, pointer] as const] : [])),
    );
    const missing = read.filter(({ app, pointer, problem }) => !pointer && !problem && known.has(app));
    this.#logOnce(
      [
        ...read.flatMap(({ problem }) => problem?.message ?? []),
        ...missing.map(({ app }) => `RELEASE-POINTER There is no ${app}/current.json in ${store.location} any more.`),
      ].join(' '),
    );
    this.#problems = new Map(read.flatMap(({ app, problem }) => (problem ? [[app, problem] as const] : [])));
    this.#unknown = new Map(
      read.flatMap(({ app, problem }) => (problem && !pointers.has(app) ? [[app, problem.code] as const] : [])),
    );
    this.#current = pointers;
  }

  /** Reads the pointers again and again, with so many milliseconds in between, and calls back each time. */
  poll(interval: number, onRead: () => void): void {
    this.#timer = setTimeout(async () => {
      await this.read();
      onRead();
      if (!this.#isClosed) this.poll(interval, onRead);
    }, interval);
  }

  /** Stops polling. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Remembers the pointers for the next start. A failing write must not disturb a visitor. */
  remember(): void {
    const { file, log } = this.#options;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(this.#current)));
      renameSync(`${file}.new`, file);
    } catch (error) {
      log.warn(error, 'The live releases could not be remembered for the next start.');
    }
  }

  #remembered(): Pointers {
    try {
      const remembered = Object.entries(JSON.parse(readFileSync(this.#options.file, 'utf8')) as object);
      return new Map(remembered.map(([app, pointer]) => [app, parsePointer(pointer)]));
    } catch {
      return new Map();
    }
  }

  async #readOne(app: string): Promise<{ readonly pointer?: Pointer | undefined; readonly problem?: OperatorError }> {
    try {
      return { pointer: await this.#options.store.pointer(app) };
    } catch (error) {
      if (error instanceof OperatorError) return { problem: error };
      return { problem: new OperatorError('RELEASE-STORE', String(error), error) };
    }
  }

  #logOnce(problem: string): void {
    if (problem === this.#lastProblem) return;
    this.#lastProblem = problem;
    if (problem === '') this.#options.log.warn('SITE-STORE Everything in the store can be read again.');
    else this.#options.log.error(`SITE-STORE ${problem} The site continues with what it knows.`);
  }
}
