import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { isAllowed, namedRemotes, type RoutePolicy } from '@site/shared/routes/policy.ts';
import type { FastifyBaseLogger } from 'fastify';
import { readPolicy, type StoredPolicy } from '../policy.ts';
import type { Trust } from '../signing/Trust.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';

/** Options of `LivePolicy`. */
export interface LivePolicyOptions {
  readonly store: ReleaseStore;
  /** The policy of a store that has none. */
  readonly otherwise: RoutePolicy;
  /** Where the policy is remembered, for a start while the store can't be reached, and to know an old one that somebody puts back. */
  readonly file: string;
  /** Whose signatures count; a policy needs none without it. */
  readonly trust: Trust | undefined;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** More remotes than any site has: a store with more isn't looked at whole. */
const maxRemotes = 100;

/**
 * The route policy of the store, and the remotes that may have pages by it. A policy that is damaged, missing or not rightly signed
 * leaves the last one in force.
 */
export class LivePolicy {
  readonly #options: LivePolicyOptions;
  #stored: StoredPolicy | undefined;
  #apps: readonly string[] = [];
  #lastProblem = '';

  constructor(options: LivePolicyOptions) {
    this.#options = options;
    this.#stored = this.#remembered();
  }

  get current(): RoutePolicy {
    return this.#stored ?? this.#options.otherwise;
  }

  /** The remotes to follow: those that the policy names, and those in the store that it allows. */
  get remotes(): readonly string[] {
    const allowed = this.#apps.filter((app) => app !== 'shell' && isAllowed(this.current, app));
    return [...new Set([...namedRemotes(this.current), ...allowed])].slice(0, maxRemotes);
  }

  /** The remotes that must not be missing: those that the policy names. */
  get named(): readonly string[] {
    return namedRemotes(this.current);
  }

  /** Takes the remotes that were known before the store could be asked. */
  recall(apps: readonly string[]): void {
    this.#apps = apps;
  }

  /** Reads the policy, and which apps there are. */
  async read(): Promise<void> {
    const { store, trust } = this.#options;
    try {
      // A damaged policy keeps no new remote away. What was there and is gone stays known, as its pointer does.
      this.#apps = [...new Set([...this.#apps, ...(await store.apps())])];
      const policy = await store.policy();
      if (policy) trust?.assertPolicy(policy, this.#stored);
      if (policy && JSON.stringify(policy) !== JSON.stringify(this.#stored)) this.#accept(policy);
      this.#logOnce(undefined);
    } catch (error) {
      this.#logOnce(error instanceof OperatorError ? error : new OperatorError('RELEASE-STORE', String(error), error));
    }
  }

  #accept(policy: StoredPolicy): void {
    const { file, log } = this.#options;
    this.#stored = policy;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(policy));
      renameSync(`${file}.new`, file);
    } catch (error) {
      log.warn(error, 'The route policy could not be remembered for the next start.');
    }
  }

  #remembered(): StoredPolicy | undefined {
    try {
      return readPolicy(readFileSync(this.#options.file, 'utf8'), this.#options.file);
    } catch {
      return undefined;
    }
  }

  #logOnce(problem: OperatorError | undefined): void {
    const message = problem?.message ?? '';
    if (message === this.#lastProblem) return;
    this.#lastProblem = message;
    // That the store can't be read is said with its pointers.
    if (problem && !problem.code.startsWith('RELEASE-STORE'))
      this.#options.log.error(`SITE-STORE ${message} The route policy of before stays in force.`);
  }
}
