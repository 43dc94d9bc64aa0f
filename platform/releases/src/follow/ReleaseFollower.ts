import { join } from 'node:path';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import type { FastifyBaseLogger } from 'fastify';
import { byAgreement } from '../agreement.ts';
import { CompatibilityReporter, incompatibilityOf, resolveCompatible } from '../compatibility.ts';
import { FaultLog } from '../FaultLog.ts';
import { isVersion, storePath } from '../names.ts';
import { defaultRetention } from '../operations/prune.ts';
import { entriesOf } from '../pointer.ts';
import {
  assetIn,
  type LostStore,
  type Release,
  type ReleaseAsset,
  type ReleaseSet,
  type ReleaseSource,
  releasesOf,
} from '../Release.ts';
import type { Trust } from '../signing/Trust.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';
import { emptyStore, isStoreFailure } from '../store/storeFailure.ts';
import { type StoreKind, storeKind } from '../store/storeKind.ts';
import { LivePointers } from './LivePointers.ts';
import { LivePolicy } from './LivePolicy.ts';
import { ReleaseCache, type UpdateOptions, versionsToKeep } from './ReleaseCache.ts';
import { ReleaseReports } from './ReleaseReports.ts';
import { releaseSetOf } from './releaseSetOf.ts';
import { SeenSerials } from './SeenSerials.ts';

const shell = 'shell';

/** Options of `ReleaseFollower.open`. */
export interface ReleaseFollowerOptions {
  readonly store: ReleaseStore;
  /** Folder for the server's own copies. */
  readonly copies: string;
  /** Folder for the server's reports to the release commands. The server never writes into the store. */
  readonly reports: string;
  /** Whose signatures are accepted. Without it, nothing needs one. */
  readonly trust?: Trust | undefined;
  /** The route policy of a store that has none. */
  readonly policy: RoutePolicy;
  /** The origins besides the site's own from which browsers may load the files of a remote. */
  readonly origins: readonly string[];
  readonly limits: FollowerLimits;
  /** Whether to wait for a remote store that can't be read and has no copies here, rather than throw. */
  readonly waitsForStore?: boolean;
  /** Whether what the store has now is needed: by default, what was live at the last look is enough. */
  readonly needsStore?: boolean;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Called for each version that can't be used. */
  readonly onUnusable: (app: string, version: string) => void;
  /** Called each time the pointers have been read. */
  readonly onStoreRead?: (pointers: Pick<LivePointers, 'isReadable' | 'expiries'>) => void;
}

/** Times are in milliseconds. */
export interface FollowerLimits extends Omit<UpdateOptions, 'onError'> {
  /** Between two reads of the pointers, by the kind of store. */
  readonly poll: Readonly<Record<StoreKind, number>>;
}

/** Follows the pointers of a store. A version that goes live there is copied, verified and shown within a second. */
export class ReleaseFollower implements ReleaseSource {
  readonly #options: ReleaseFollowerOptions;
  readonly #policy: LivePolicy;
  readonly #pointers: LivePointers;
  readonly #seen: SeenSerials;
  readonly #cache: ReleaseCache;
  readonly #faults: FaultLog;
  readonly #compatibility: CompatibilityReporter;
  readonly #reports: ReleaseReports;
  /**
   * Versions that visitors got from this server. Their tabs, or last good pages, may need them after every pointer has
   * dropped them.
   */
  readonly #shown = new Map<string, Set<string>>();
  #current: ReleaseSet | undefined;
  #showing: Promise<void> | undefined;
  /** Why the live shell, or an earlier one, can't be used. */
  #unusableShell: OperatorError | undefined;

  /**
   * @throws {OperatorError} SITE-BUILD when neither the store nor the copies have a shell, RELEASE-POINTER when its pointer
   *   is damaged, or one of `Trust`'s when it is refused, RELEASE-STORE or one of its kinds when the store can't be read and
   *   `waitsForStore` is off, or `needsStore` is on
   */
  static async open(options: ReleaseFollowerOptions): Promise<ReleaseFollower> {
    const follower = new ReleaseFollower(options);
    const kind = storeKind(options.store.location);
    const isRemote = kind !== 'folder';
    const interval = options.limits.poll[kind];
    await Promise.all([follower.#pointers.recall(), follower.#policy.recall(), follower.#seen.recall()]);
    if (isRemote && !options.needsStore) await follower.#showCopies();
    while (!follower.#current) {
      await follower.#read();
      options.onStoreRead?.(follower.#pointers);
      follower.#reportStore();
      if (options.needsStore) follower.#pointers.assertFound();
      await Promise.all(follower.#apps.map((app) => follower.#update(app)));
      follower.#show();
      if (follower.#current) break;
      const reason = follower.#whyNoShell();
      if (!(isRemote && options.waitsForStore && isStoreFailure(reason.code))) throw reason;
      await delay(interval);
    }
    follower.#pointers.poll(interval, async () => {
      await follower.#read();
      follower.#updateAll();
    });
    return follower;
  }

  private constructor(options: ReleaseFollowerOptions) {
    const { store, copies, reports, policy, origins, trust, log } = options;
    this.#options = options;
    const accepted = () => this.#pointers.apps;
    this.#seen = new SeenSerials(join(copies, 'serials'), log);
    const remembered = { store, seen: this.#seen, trust, log };
    this.#policy = new LivePolicy({ ...remembered, defaultPolicy: policy, folder: copies, accepted });
    const isListed = (app: string) => this.#policy.isListed(app);
    const apps = () => ({ followed: this.#apps, candidates: this.#policy.nextCandidates(), isListed });
    this.#pointers = new LivePointers({ ...remembered, apps, folder: join(copies, 'pointers') });
    this.#cache = new ReleaseCache(store, copies, origins, trust);
    this.#faults = new FaultLog(reports, log);
    this.#reports = new ReleaseReports(this.#faults, options.onUnusable);
    this.#compatibility = new CompatibilityReporter({
      onIncompatible: ({ manifest }, reason) => this.#reports.unusable(manifest.name, manifest.version, reason),
      onCompatible: ({ manifest }) => {
        this.#reports.usable(manifest.name, manifest.version);
        this.#faults.clear({ app: manifest.name, version: manifest.version });
      },
    });
  }

  /** The apps that are followed: the shell, and the remotes that may have pages. */
  get #apps(): readonly string[] {
    return [shell, ...this.#policy.remotes];
  }

  async #read(): Promise<void> {
    // At the start, the policy says which pointers to read. Later, a slow policy must not delay the pointers.
    if (!this.#current) await this.#policy.read();
    await Promise.all([this.#pointers.read(), this.#policy.read()]);
  }

  current(): ReleaseSet {
    if (!this.#current) throw new OperatorError('SITE-BUILD', 'No shell is live.');
    return this.#current;
  }

  get refusedFolders(): ReadonlyMap<string, string> {
    return this.#pointers.refusedFolders;
  }

  get lostStore(): LostStore | undefined {
    return this.#pointers.lost;
  }

  pointer(app: string): Pointer | undefined {
    return this.#pointers.get(app);
  }

  liveSince({ manifest }: Release): Date | undefined {
    const entries = entriesOf(this.#pointers.get(manifest.name));
    const entry = entries.find(({ version }) => version === manifest.version);
    return entry && new Date(entry.since);
  }

  async find(app: string, version: string): Promise<Release | undefined> {
    // Also for a remote that was never live: its team wants to see it first.
    if (!this.#policy.allows(app)) return undefined;
    const entry = entriesOf(this.#pointers.get(app)).find((candidate) => candidate.version === version);
    if (entry?.isGivenUp || (!entry && (await this.#cache.isRemoved(app, version)))) return undefined;
    const [release] = await this.#cache.available(app, [version]);
    return release && incompatibilityOf(release, this.current().shell) ? undefined : release;
  }

  async asset(path: string): Promise<ReleaseAsset | undefined> {
    const live = assetIn(path, releasesOf(this.current()));
    if (live) return live;
    // Open tabs load files of earlier releases. A remote's address names its version; a shell's doesn't.
    const [, , app = '', version = ''] = path.split('/');
    if (!this.#apps.includes(app)) return undefined;
    if (app !== shell && !isVersion(version)) return undefined;
    // The server that rendered the page may have read the pointer a moment earlier.
    if (app !== shell && !this.#shownOf(app).has(version)) await this.#pointers.nextLook;
    const shown = this.#shownOf(app);
    const versions = app === shell ? [...shown] : [version].filter((asked) => shown.has(asked));
    return assetIn(path, await this.#cache.available(app, versions));
  }

  async shown(app: string): Promise<readonly Release[]> {
    return await this.#cache.available(app, [...this.#shownOf(app)]);
  }

  /** The versions of an app that visitors get, or got. */
  #shownOf(app: string): ReadonlySet<string> {
    const pointer = this.#pointers.get(app);
    const candidate = pointer?.candidate ? [pointer.candidate.version] : [];
    return new Set([
      ...entriesOf(pointer).map(({ version }) => version),
      ...candidate,
      ...(this.#shown.get(app) ?? []),
    ]);
  }

  reportFault({ manifest }: Release, code: string, message: string, module?: string): void {
    this.#faults.report({ app: manifest.name, version: manifest.version, code, message, ...(module && { module }) });
  }

  clearFault({ manifest }: Release, module?: string): void {
    this.#faults.clear({ app: manifest.name, version: manifest.version, ...(module && { module }) });
  }

  close(): void {
    this.#pointers.close();
  }

  /** Shows what was live before the server stopped: a remote store may answer slowly, or not at all. */
  async #showCopies(): Promise<void> {
    const { earlierVersions } = this.#options.limits;
    const open = (app: string) => this.#cache.openCopies(app, this.#pointers.get(app), earlierVersions);
    await Promise.all(this.#apps.map(open));
    this.#show();
  }

  /** A store that doesn't answer is not an empty store. */
  #whyNoShell(): OperatorError {
    const { location } = this.#options.store;
    const problem = this.#pointers.problem(shell) ?? this.#unusableShell;
    if (problem) return problem;
    const { failure } = this.#cache.versions(shell) ?? {};
    if (failure) return failure;
    return emptyStore(location);
  }

  /** Reports what the store has that is refused. Returns whether anything is new. */
  #reportStore(): boolean {
    const pointers = this.#reports.pointers(this.#apps, this.#pointers.refused);
    return this.#reports.policy(this.#policy.problem) || pointers;
  }

  #updateAll(): void {
    for (const app of this.#apps) this.#reports.accepted(app, this.#pointers.get(app));
    this.#reports.accepted(storePath.policy, this.#policy.stored);
    this.#options.onStoreRead?.(this.#pointers);
    const { policy } = this.current();
    if (this.#reportStore() || policy !== this.#policy.current) this.#show();
    for (const app of this.#apps) {
      // Not awaited, so a slow copy delays no other app. An unexpected error in one app must not end the server.
      this.#update(app)
        .then((isNew) => (isNew ? this.#showSoon() : undefined))
        .catch((error: unknown) => this.#options.log.error(error, `SITE-STORE ${app} could not be updated.`));
    }
  }

  /** Copies an app's new versions. Returns whether there were any. */
  async #update(app: string): Promise<boolean> {
    const pointer = this.#pointers.get(app);
    const awaited = [pointer?.version, pointer?.candidate?.version];
    const onError = (version: string, error: OperatorError) => {
      this.#reports.unusable(app, version, error, awaited.includes(version));
      if (app === shell) this.#unusableShell = error;
    };
    return await this.#cache.update(app, pointer, { ...this.#options.limits, onError });
  }

  /** Shows together what arrives together: after a restart, a hundred remotes would be composed a hundred times. */
  async #showSoon(): Promise<void> {
    this.#showing ??= immediate().then(() => {
      this.#showing = undefined;
      this.#show();
    });
    await this.#showing;
  }

  /** Shows the copied versions that are compatible with each other. */
  #show(): void {
    const { log } = this.#options;
    const names = this.#policy.remotes;
    const copied = (app: string) => this.#cache.versions(app)?.releases ?? [];
    const running = this.#current?.shell;
    // An unusable shell doesn't replace the running one.
    const shells = copied(shell).length === 0 && running ? [running] : copied(shell);
    const { agreed, refused } = byAgreement(this.#policy.current, new Map(names.map((name) => [name, copied(name)])));
    const set = resolveCompatible(shells, agreed);
    if (!set) return;
    this.#compatibility.update({ ...set, incompatible: new Map([...set.incompatible, ...refused]) });
    const parts = { policy: this.#policy, pointers: this.#pointers, cache: this.#cache };
    const next = releaseSetOf(parts, set, set.fallbacks);
    const isNew = next.signature !== this.#current?.signature;
    this.#logGone(next.gone);
    this.#reports.pages(next);
    this.#current = next;
    const candidates = [...next.candidates.values()].map(({ release }) => release);
    for (const { manifest } of [...releasesOf(next), ...candidates])
      this.#shown.set(manifest.name, new Set(this.#shown.get(manifest.name)).add(manifest.version));
    if (!isNew) return;
    log.info({ releases: next.signature }, 'These releases are live.');
    this.#cache.prune(defaultRetention.age, this.#copiesToKeep()).catch((error: unknown) => {
      log.warn(error, 'Old copies of releases could not be removed.');
    });
  }

  /** Logs which remotes have disappeared or come back since the last call. */
  #logGone(gone: readonly string[]): void {
    const { log } = this.#options;
    const before = this.#current?.gone ?? [];
    for (const remote of gone.filter((name) => !before.includes(name))) {
      const why = this.#pointers.get(remote) ? 'Its live release can’t be used.' : 'No release of it is live.';
      log.error({ remote }, `SITE-REMOTE The remote "${remote}" is gone: its pages are the 404 page. ${why}`);
    }
    for (const remote of before.filter((name) => !gone.includes(name)))
      log.warn({ remote }, `SITE-REMOTE The remote "${remote}" is back.`);
  }

  /** Copies to keep regardless of age: those that are shown or being copied. */
  #copiesToKeep(): ReadonlySet<string> {
    const { earlierVersions } = this.#options.limits;
    const shown = releasesOf(this.current()).map(({ manifest }) => storePath.release(manifest.name, manifest.version));
    const named = this.#apps.flatMap((app) =>
      versionsToKeep(this.#pointers.get(app), earlierVersions).map((version) => storePath.release(app, version)),
    );
    return new Set([...shown, ...named]);
  }
}
