import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { isAllowed, namedRemotes, type RoutePolicy } from '@site/shared/routes/policy.ts';
import type { FastifyBaseLogger } from 'fastify';
import { recordLimits } from '../limits.ts';
import { readPolicy, routePolicy, type StoredPolicy } from '../policy.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';
import { AcceptedRecords } from './AcceptedRecords.ts';
import { WatchedRecords, type WatchedRecordsOptions } from './WatchedRecords.ts';

/** Options of `LivePolicy`. */
export interface LivePolicyOptions extends WatchedRecordsOptions {
  /** The policy of a store that has none. */
  readonly defaultPolicy: RoutePolicy;
  /** The folder where the policy is remembered, for a start while the store can't be reached. */
  readonly folder: string;
  /** The apps that ever had an accepted pointer. */
  readonly accepted: () => readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** More remotes than any site has: servers follow no others. Those that the policy names come first. */
export const maxRemotes = 100;

/** How many unknown folders of the store are checked at a time: anyone who can write there may make thousands. */
const maxCandidates = 100;

/** The same at a start: the first page must already know all remotes. */
const maxCandidatesAtStart = 1_000;

const recordName = 'policy';

/**
 * The route policy of the store, and the remotes that it allows to have pages. If a policy is damaged, missing or wrongly
 * signed, the last one stays in force.
 */
export class LivePolicy {
  readonly #options: LivePolicyOptions;
  readonly #record: AcceptedRecords<StoredPolicy>;
  readonly #watched: WatchedRecords<StoredPolicy>;
  #stored: StoredPolicy | undefined;
  #listed: ReadonlySet<string> = new Set();
  /** Looks until the folders are listed again. */
  #untilListed = 0;
  /** Where in the list the next look begins; undefined before the first. */
  #next: number | undefined;
  #problem: OperatorError | undefined;

  constructor(options: LivePolicyOptions) {
    this.#options = options;
    const { folder, log } = options;
    this.#watched = new WatchedRecords(options);
    this.#record = new AcceptedRecords({ folder, parse: readPolicy, log });
  }

  /** The accepted policy of the store; undefined when it never had one. */
  get stored(): StoredPolicy | undefined {
    return this.#stored;
  }

  /** Why the store's policy is refused, damaged or gone; undefined while it can't be read at all. */
  get problem(): OperatorError | undefined {
    return this.#problem?.code.startsWith('RELEASE-STORE') ? undefined : this.#problem;
  }

  get current(): RoutePolicy {
    return this.#stored ?? this.#options.defaultPolicy;
  }

  /**
   * The remotes to follow: those that the policy names, and those that it allows and that ever had an accepted pointer. A
   * folder alone is not a remote.
   */
  get remotes(): readonly string[] {
    const allowed = this.#options.accepted().filter((app) => this.allows(app));
    // Sorted, so that several servers have the same navigation.
    return [...new Set([...namedRemotes(this.current), ...allowed.sort()])].slice(0, maxRemotes);
  }

  /** The folders of the store that may be new remotes. Each call returns the next ones, so that all get a turn. */
  nextCandidates(): readonly string[] {
    const { remotes } = this;
    if (remotes.length >= maxRemotes) return [];
    const known = new Set([...remotes, ...this.#options.accepted()]);
    const listed = [...this.#listed];
    const limit = this.#next === undefined ? maxCandidatesAtStart : maxCandidates;
    const start = (this.#next ?? 0) % (listed.length || 1);
    const found: string[] = [];
    let looked = 0;
    for (const app of [...listed.slice(start), ...listed.slice(0, start)]) {
      if (found.length === limit) break;
      looked += 1;
      if (this.allows(app) && !known.has(app)) found.push(app);
    }
    this.#next = start + looked;
    return found;
  }

  /** Whether the store has a folder of that name. */
  isListed(app: string): boolean {
    return this.#listed.has(app);
  }

  /** Whether a remote of that name may have pages, once a version of it is live. */
  allows(app: string): boolean {
    return app !== 'shell' && isAllowed(this.current, app);
  }

  /** Restores the policy that was in force before this start, without asking the store. */
  async recall(): Promise<void> {
    this.#stored = (await this.#record.read(recordName))?.[1];
  }

  /** Reads the policy and the list of folders. */
  async read(): Promise<void> {
    try {
      // A damaged policy must not keep new remotes away.
      await this.#list();
    } catch (error) {
      return this.#logOnce(
        error instanceof OperatorError ? error : new OperatorError('RELEASE-STORE', String(error), error),
      );
    }
    const { value: policy, problem } = await this.#watched.look(routePolicy, this.#stored);
    if (policy && JSON.stringify(policy) !== JSON.stringify(this.#stored)) this.#stored = policy;
    if (policy) await this.#record.write(recordName, policy);
    this.#logOnce(problem ?? (!policy && this.#stored ? goneFrom(this.#options.store) : undefined));
  }

  /** Lists the folders: less often, the more there are. */
  async #list(): Promise<void> {
    this.#untilListed -= 1;
    if (this.#untilListed > 0) return;
    this.#listed = new Set(await this.#options.store.apps());
    this.#untilListed = Math.ceil(this.#listed.size / recordLimits.foldersPerLook);
  }

  #logOnce(problem: OperatorError | undefined): void {
    const isNew = problem?.message !== this.#problem?.message;
    this.#problem = problem;
    // `LivePointers` reports that the store can't be read.
    if (isNew && this.problem)
      this.#options.log.error(`SITE-STORE ${this.problem.message} The earlier route policy stays in force.`);
  }
}

const goneFrom = ({ location }: ReleaseStore): OperatorError =>
  new OperatorError(
    'RELEASE-POLICY',
    `There is no policy.json in ${location} any more. New servers use the policy of the repository. Set it again: npx site policy FILE.`,
  );
