import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { FastifyBaseLogger } from 'fastify';
import { parsePointer } from '../pointer.ts';
import type { Trust } from '../signing/Trust.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';

/** Options of `LivePointers`. */
export interface LivePointersOptions {
  readonly store: ReleaseStore;
  /** The apps to look at, which may change with each look. */
  readonly apps: () => readonly string[];
  /** Where the pointers are remembered, for a start while the store can't be reached, and to know an old one that somebody puts back. */
  readonly file: string;
  /** Whose signatures count; pointers need none without it. */
  readonly trust: Trust | undefined;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

type Pointers = ReadonlyMap<string, Pointer>;

/** A pointer that the store has and that is not accepted. */
export interface RefusedPointer {
  readonly version: string;
  readonly reason: OperatorError;
}

interface ReadResult {
  /** Undefined when there is none, or none that can be used. */
  readonly pointer?: Pointer | undefined;
  readonly problem?: OperatorError;
  /** The version of a pointer that is not accepted. */
  readonly refused?: string;
}

/**
 * The pointers of the store. When a pointer is damaged, not rightly signed or missing, because a folder isn't mounted, an address is wrong or
 * somebody moved a file, the last known one stays. To take a remote off the site, take its claims out of the route policy.
 */
export class LivePointers {
  readonly #options: LivePointersOptions;
  #current: Pointers = new Map();
  #unknown: ReadonlyMap<string, string> = new Map();
  #problems: ReadonlyMap<string, OperatorError> = new Map();
  #refused: ReadonlyMap<string, RefusedPointer> = new Map();
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

  /** Until when the signature of each app's pointer is accepted; then the pointer has to be written again before anything else. */
  get expiries(): ReadonlyMap<string, Date> {
    if (!this.#options.trust) return new Map();
    const signed = [...this.#current].flatMap(([app, { signature }]) => (signature ? [{ ...signature, app }] : []));
    return new Map(signed.map(({ app, expires }) => [app, new Date(expires)]));
  }

  /** Shows what was live when the pointers were last remembered, before the store is asked. */
  recall(): void {
    this.#current = this.#remembered();
  }

  /** Why the pointer of an app could not be read the last time; undefined when the store answered. */
  problem(app: string): OperatorError | undefined {
    return this.#problems.get(app);
  }

  /** The pointers that were not accepted the last time, by app. */
  get refused(): ReadonlyMap<string, RefusedPointer> {
    return this.#refused;
  }

  /** Reads every pointer. One that is missing, damaged or refused keeps its last known value, and delays no other app. */
  async read(): Promise<void> {
    const { store } = this.#options;
    const apps = this.#options.apps();
    const known = this.#current.size > 0 ? this.#current : this.#remembered();
    const read = await Promise.all(apps.map(async (app) => ({ app, ...(await this.#readOne(app, known.get(app))) })));
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
    this.#refused = new Map(
      read.flatMap(({ app, problem: reason, refused: version }) =>
        reason && version !== undefined ? [[app, { version, reason }] as const] : [],
      ),
    );
    this.#unknown = new Map(
      read.flatMap(({ app, problem }) => (problem && !pointers.has(app) ? [[app, problem.code] as const] : [])),
    );
    this.#current = pointers;
  }

  /** The apps whose pointer is known. */
  get apps(): readonly string[] {
    return [...this.#current.keys()];
  }

  /** Reads the pointers again and again, with so many milliseconds in between, and calls back each time. */
  poll(interval: number, onRead: () => Promise<void>): void {
    this.#timer = setTimeout(async () => {
      await onRead();
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

  async #readOne(app: string, known: Pointer | undefined): Promise<ReadResult> {
    const { store, trust } = this.#options;
    let pointer: Pointer | undefined;
    try {
      pointer = await store.pointer(app);
      if (pointer) trust?.assertCurrent(app, pointer, known);
      return { pointer };
    } catch (error) {
      const problem = error instanceof OperatorError ? error : new OperatorError('RELEASE-STORE', String(error), error);
      return pointer ? { problem, refused: pointer.version } : { problem };
    }
  }

  #logOnce(problem: string): void {
    if (problem === this.#lastProblem) return;
    this.#lastProblem = problem;
    if (problem === '') this.#options.log.warn('SITE-STORE Everything in the store can be read again.');
    else this.#options.log.error(`SITE-STORE ${problem} The site continues with what it knows.`);
  }
}
