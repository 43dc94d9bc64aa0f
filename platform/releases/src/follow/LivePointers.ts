import type { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { FastifyBaseLogger } from 'fastify';
import { recordLimits } from '../limits.ts';
import { isAppName, storePath } from '../names.ts';
import { parsePointer, pointerOf } from '../pointer.ts';
import type { LostStore } from '../Release.ts';
import { Slots } from '../Slots.ts';
import { isStoreFailure, otherStore } from '../store/storeFailure.ts';
import { AcceptedRecords } from './AcceptedRecords.ts';
import { Budget } from './Budget.ts';
import { HourlyLog } from './HourlyLog.ts';
import { type Look, WatchedRecords, type WatchedRecordsOptions } from './WatchedRecords.ts';

/** Options of `LivePointers`. */
export interface LivePointersOptions extends WatchedRecordsOptions {
  /** The apps to look at, which may change with each look. */
  readonly apps: () => LookedAt;
  /** Where accepted pointers are remembered, for a start while the store can't be reached. */
  readonly folder: string;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** The apps whose pointers are read. */
export interface LookedAt {
  readonly followed: readonly string[];
  /** Folders of the store that may be new remotes: only an accepted pointer makes them one. */
  readonly candidates: readonly string[];
  /** Whether the store still has a folder. */
  readonly isListed: (folder: string) => boolean;
}

/** How many pointers are read at the same time. */
export const pointersAtOnce = 32;

/** How many lines an hour are about unknown folders, and about the others: with more, someone is playing with the store. */
const linesAnHour = { folders: 20, followed: 100 };

type Pointers = ReadonlyMap<string, Pointer>;

/** A pointer in the store that is not accepted. */
export interface RefusedPointer {
  readonly version: string;
  readonly reason: OperatorError;
}

type ReadApp = Look<Pointer> & { readonly app: string };

/**
 * The pointers of the store. When a pointer is damaged, wrongly signed or missing (a folder isn't mounted, an address is
 * wrong, someone moved a file), the last known one stays. To take a remote off the site, remove its claims from the route
 * policy.
 */
export class LivePointers {
  readonly #options: LivePointersOptions;
  readonly #records: AcceptedRecords<Pointer>;
  readonly #watched: { readonly followed: WatchedRecords<Pointer>; readonly candidates: WatchedRecords<Pointer> };
  readonly #log: { readonly folders: HourlyLog; readonly followed: HourlyLog };
  /** Shared by all pointers, so that many folders don't flood a remote store. */
  readonly #slots = new Slots(pointersAtOnce);
  /** The last accepted pointer of every app that ever had one, including apps that are no longer followed. */
  #accepted: Pointers = new Map();
  #followed: readonly string[] = [];
  #unknown: ReadonlyMap<string, string> = new Map();
  #problems: ReadonlyMap<string, OperatorError> = new Map();
  #refused: ReadonlyMap<string, RefusedPointer> = new Map();
  #lastProblem = '';
  #lost: LostStore | undefined;
  /** Apps whose pointer was known, and is gone. */
  #missing: readonly string[] = [];
  #refusedFolders: ReadonlyMap<string, string> = new Map();
  #isFirst = true;
  /** The first app whose pointer had to wait for the next look. */
  readonly #late: { followed?: string | undefined; candidates?: string | undefined } = {};
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #nextLook = Promise.withResolvers<void>();

  constructor(options: LivePointersOptions) {
    this.#options = options;
    const { folder, log } = options;
    this.#records = new AcceptedRecords({ folder, parse: (content) => parsePointer(JSON.parse(content)), log });
    // Apart, so that thousands of folders push no remote out.
    this.#watched = { followed: new WatchedRecords(options), candidates: new WatchedRecords(options) };
    this.#log = {
      folders: new HourlyLog(log, linesAnHour.folders),
      followed: new HourlyLog(log, linesAnHour.followed),
    };
  }

  get(app: string): Pointer | undefined {
    return this.#accepted.get(app);
  }

  /** Apps whose pointer can't be read and was never known, with the error code. */
  get unknown(): ReadonlyMap<string, string> {
    return this.#unknown;
  }

  /** Whether all known pointers could be read the last time. */
  get isReadable(): boolean {
    return this.#lastProblem === '';
  }

  /** Why the store doesn't hand over what was known, and since when; undefined while it does. */
  get lost(): LostStore | undefined {
    return this.#lost;
  }

  /** @throws {OperatorError} when the store doesn't hand over what was known: it may be the wrong one */
  assertFound(): void {
    if (!this.#lost) return;
    const { code } = this.#lost;
    throw (
      [...this.#problems.values()].find((problem) => problem.code === code) ??
      otherStore(this.#options.store.location, this.#missing)
    );
  }

  /** When the signature of each app's pointer expires. From then on the pointer must be signed again before anything else. */
  get expiries(): ReadonlyMap<string, Date> {
    if (!this.#options.trust) return new Map();
    return new Map(
      this.#followed.flatMap((app) => {
        const { signature } = this.#accepted.get(app) ?? {};
        return signature ? [[app, new Date(signature.expires)] as const] : [];
      }),
    );
  }

  /** Restores what was accepted before this start, without asking the store. */
  async recall(): Promise<void> {
    this.#accepted = new Map([...(await this.#records.readAll())].filter(([app]) => isAppName(app)));
  }

  /** Why the pointer of an app could not be read the last time; undefined when the store answered. */
  problem(app: string): OperatorError | undefined {
    return this.#problems.get(app);
  }

  /** The pointers that were not accepted the last time, by app. */
  get refused(): ReadonlyMap<string, RefusedPointer> {
    return this.#refused;
  }

  /** Folders of the store that are no remotes because their pointers are refused, with the error code. */
  get refusedFolders(): ReadonlyMap<string, string> {
    return this.#refusedFolders;
  }

  /** Reads every pointer. One that is missing, damaged or refused keeps its last known value, and delays no other app. */
  async read(): Promise<void> {
    const { apps } = this.#options;
    const { followed, candidates, isListed } = apps();
    const known = this.#accepted;
    const { followed: most, unknown, unknownAtStart } = recordLimits.look;
    const [read, found] = await Promise.all([
      this.#readAll(followed, 'followed', this.#isFirst ? Number.POSITIVE_INFINITY : most),
      this.#readAll(candidates, 'candidates', this.#isFirst ? unknownAtStart : unknown),
    ]);
    this.#isFirst = false;
    const accepted = [...read, ...found].flatMap(({ app, value, problem }) =>
      value && !problem ? [[app, value] as const] : [],
    );
    this.#accepted = new Map([...known, ...accepted]);
    this.#followed = [...followed, ...found.filter(({ app }) => this.#accepted.has(app)).map(({ app }) => app)];
    // Before anything is shown: after a crash, no older one may be accepted.
    for (const [app, pointer] of accepted) await this.#records.write(app, pointer);
    this.#report(read, known);
    this.#reportFolders(found, isListed);
  }

  /** The apps that ever had an accepted pointer. */
  get apps(): readonly string[] {
    return [...this.#accepted.keys()];
  }

  /** Polls the pointers every `interval` milliseconds, and calls back each time. */
  poll(interval: number, onRead: () => Promise<void>): void {
    this.#timer = setTimeout(async () => {
      const look = this.#nextLook;
      this.#nextLook = Promise.withResolvers();
      await onRead();
      look.resolve();
      if (!this.#isClosed) this.poll(interval, onRead);
    }, interval);
  }

  /** Resolves when the pointers have been read again. */
  get nextLook(): Promise<void> {
    return this.#nextLook.promise;
  }

  /** Stops polling. */
  close(): void {
    this.#isClosed = true;
    this.#nextLook.resolve();
    clearTimeout(this.#timer);
  }

  #report(read: readonly ReadApp[], known: Pointers): void {
    const missing = read.filter(({ app, value, problem }) => !value && !problem && known.has(app));
    this.#missing = missing.map(({ app }) => app);
    const failure = read.find(({ problem }) => isStoreFailure(problem?.code))?.problem?.code;
    const code = failure ?? (missing.length > 0 ? 'RELEASE-POINTER' : undefined);
    this.#lost = code === undefined ? undefined : { code, since: this.#lost?.since ?? new Date() };
    const { location } = this.#options.store;
    const isAnother = missing.length > 1 && missing.length === read.filter(({ app }) => known.has(app)).length;
    this.#logOnce(
      [
        ...read.flatMap(({ problem }) => problem?.message ?? []),
        ...(isAnother
          ? [
              `RELEASE-POINTER Nothing that was live is in ${location} any more: it isn’t mounted, or RELEASES is wrong.`,
            ]
          : missing.map(({ app }) => `RELEASE-POINTER There is no ${app}/current.json in ${location} any more.`)),
      ].join(' '),
    );
    this.#problems = new Map(read.flatMap(({ app, problem }) => (problem ? [[app, problem] as const] : [])));
    this.#refused = new Map(
      read.flatMap(({ app, problem: reason, refused: version }) =>
        reason && version !== undefined ? [[app, { version, reason }] as const] : [],
      ),
    );
    this.#unknown = new Map(
      read.flatMap(({ app, problem }) => (problem && !this.#accepted.has(app) ? [[app, problem.code] as const] : [])),
    );
  }

  /**
   * Remembers and logs which unknown folders have pointers that are not accepted. They don't count as faults of the store:
   * anyone who can write there may add some.
   */
  #reportFolders(found: readonly ReadApp[], isListed: LookedAt['isListed']): void {
    const before = this.#refusedFolders;
    const looked = new Set(found.map(({ app }) => app));
    const still = [...before].filter(([app]) => !looked.has(app) && isListed(app) && !this.#accepted.has(app));
    const refused = found.flatMap(({ app, problem }) => (problem ? [[app, problem] as const] : []));
    for (const [app, { code, message }] of refused)
      if (before.get(app) !== code) this.#log.folders.warn(`SITE-STORE ${message}`);
    this.#refusedFolders = new Map(
      [...refused.map(([app, { code }]) => [app, code] as const), ...still].slice(0, recordLimits.remembered),
    );
  }

  /** Starts with the apps that the last look had no budget for: others may change all the time. */
  async #readAll(apps: readonly string[], kind: 'followed' | 'candidates', bytes: number): Promise<ReadApp[]> {
    const budget = new Budget(bytes);
    const first = Math.max(0, apps.indexOf(this.#late[kind] ?? ''));
    const look = (app: string) =>
      this.#slots.run(async () => {
        const found = await this.#watched[kind].look(pointerOf(app), this.#accepted.get(app), budget);
        return { app, ...found };
      });
    const [next, ...others] = [...apps.slice(first), ...apps.slice(0, first)];
    if (next === undefined) return [];
    const reading = look(next);
    // On its own: one of the others might be read sooner, and take the budget at each look.
    if (this.#late[kind] !== undefined) await reading;
    const read = await Promise.all([reading, ...others.map(look)]);
    this.#late[kind] = read.find(({ app }) => budget.isLate(storePath.pointer(app)))?.app;
    // In their own order again, so that the same problems make the same line.
    return [...read.slice(apps.length - first), ...read.slice(0, apps.length - first)];
  }

  #logOnce(problem: string): void {
    if (problem === this.#lastProblem) return;
    this.#lastProblem = problem;
    if (problem === '') this.#log.followed.warn('SITE-STORE Everything in the store can be read again.');
    else this.#log.followed.error(`SITE-STORE ${problem} The site continues with what it knows.`);
  }
}
