import { join } from 'node:path';
import {
  assertFits,
  defaultRetention,
  FaultLog,
  isVersion,
  LocalCopies,
  openStore,
  type Release,
  ReleaseError,
  type Store,
} from '@site/releases';
import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../limits.ts';
import { LivePointers } from './LivePointers.ts';
import { PointerMemory } from './PointerMemory.ts';
import {
  fileAt,
  MissingShellError,
  type ReleaseAsset,
  type ReleaseSet,
  type ReleaseSource,
  signatureOf,
} from './ReleaseSource.ts';

const shell = 'shell';

/** Why a version can't be used with this shell, however often it is tried. */
const misfits = ['RELEASE-CONTRACT', 'RELEASE-SINGLETON'];

/** What was taken over of an app, and when its faulty versions are looked at again. */
interface TakenOver {
  readonly state: string;
  tryAgainAt: number;
}

/** What follows a store. */
export interface StoreReleasesOptions {
  /** The store's folder or address. */
  readonly location: string;
  /** Folder for the server's own copies. */
  readonly copies: string;
  readonly remotes: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Told of each version that can't be taken over. */
  readonly onUnusable: (app: string, version: string) => void;
}

/** Follows the pointers of a store. What is live there is copied, verified and shown, within a second. */
export class StoreReleases implements ReleaseSource {
  readonly #options: StoreReleasesOptions;
  readonly #store: Store;
  readonly #copies: LocalCopies;
  readonly #faults: FaultLog;
  readonly #pointers: LivePointers;
  readonly #candidates = new Map<string, readonly Release[]>();
  readonly #taken = new Map<string, TakenOver>();
  readonly #unreachableRemotes = new Set<string>();
  #current: ReleaseSet | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws {MissingShellError} when neither the store nor the copies have a shell */
  static async open(options: StoreReleasesOptions): Promise<StoreReleases> {
    const releases = new StoreReleases(options);
    await releases.#look();
    if (!releases.#current) {
      throw new MissingShellError(
        `SITE-BUILD No shell is live in the store ${options.location}. Run: npm start, or npm run release -- publish shell --promote`,
      );
    }
    releases.#lookAgain();
    return releases;
  }

  private constructor(options: StoreReleasesOptions) {
    this.#options = options;
    this.#store = openStore(options.location, limits.storeFile);
    this.#copies = new LocalCopies(this.#store, options.copies);
    this.#faults = new FaultLog(options.location, options.copies);
    this.#pointers = new LivePointers({
      store: this.#store,
      apps: [shell, ...options.remotes],
      memory: new PointerMemory(join(options.copies, 'pointers.json')),
      log: options.log,
    });
  }

  current(): ReleaseSet {
    if (!this.#current) throw new MissingShellError('SITE-BUILD No shell is live.');
    return this.#current;
  }

  liveSince({ manifest }: Release): Date | undefined {
    const pointer = this.#pointers.all.get(manifest.name);
    const entries = pointer ? [pointer, ...pointer.previous] : [];
    const entry = entries.find(({ version }) => version === manifest.version);
    return entry && new Date(entry.since);
  }

  async find(app: string, version: string): Promise<Release | undefined> {
    if (!this.#options.remotes.includes(app) || !isVersion(version)) return undefined;
    try {
      const release = await this.#copies.get(app, version);
      assertFits(release.manifest, this.current().shell.manifest);
      return release;
    } catch {
      return undefined;
    }
  }

  async asset(path: string): Promise<ReleaseAsset | undefined> {
    const { shell: live, remotes } = this.current();
    const known = [live, ...[...remotes.values()].flat()];
    return findIn(path, known) ?? findIn(path, await this.#earlier(path));
  }

  reportFault({ manifest }: Release, code: string, message: string, module?: string): void {
    const { name: app, version } = manifest;
    this.#options.log.error({ app, version, module, code }, message);
    const at = new Date().toISOString();
    this.#unlogged(this.#faults.note({ app, version, code, message, at, ...(module && { module }) }));
  }

  clearFault({ manifest }: Release, module: string): void {
    this.#unlogged(this.#faults.clear({ app: manifest.name, version: manifest.version, module }));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Releases that an address may belong to and that aren't live any more: those whose version it names, or old shells. */
  async #earlier(path: string): Promise<Release[]> {
    const [, , app = '', version = ''] = path.split('/');
    if (app !== shell) {
      const found = await this.find(app, version);
      return found ? [found] : [];
    }
    const before = this.#pointers.all.get(shell)?.previous ?? [];
    const copies = await Promise.allSettled(before.map((entry) => this.#copies.get(shell, entry.version)));
    return copies.flatMap((copy) => (copy.status === 'fulfilled' ? [copy.value] : []));
  }

  #lookAgain(): void {
    const pause = this.#options.location.startsWith('http') ? limits.storeLook.http : limits.storeLook.folder;
    this.#timer = setTimeout(async () => {
      await this.#look();
      if (!this.#isClosed) this.#lookAgain();
    }, pause);
  }

  /** Reads every pointer, and begins to take over what has changed: a remote that is slow to copy delays no other. */
  async #look(): Promise<void> {
    await this.#pointers.read();
    if (this.#isDue(shell)) await this.#takeOverAll();
    else
      for (const app of this.#options.remotes) if (this.#isDue(app)) void this.#takeOver(app).then(() => this.#show());
  }

  /** The shell and the remotes that must fit it, shown together. */
  async #takeOverAll(): Promise<void> {
    await this.#takeOver(shell);
    await Promise.all(this.#options.remotes.map((app) => this.#takeOver(app)));
    this.#show();
  }

  /** Whether an app's pointer, or the shell that it must fit, has changed, or it is time to try a faulty version again. */
  #isDue(app: string): boolean {
    const taken = this.#taken.get(app);
    return taken?.state !== this.#stateOf(app) || taken.tryAgainAt < Date.now();
  }

  #stateOf(app: string): string {
    const fitting = app === shell ? '' : this.#candidates.get(shell)?.[0]?.manifest.version;
    return `${JSON.stringify(this.#pointers.all.get(app))} ${fitting}`;
  }

  async #takeOver(app: string): Promise<void> {
    const pointer = this.#pointers.all.get(app);
    const taken = { state: this.#stateOf(app), tryAgainAt: Number.POSITIVE_INFINITY };
    this.#taken.set(app, taken);
    const entries = pointer ? [pointer, ...pointer.previous.slice(0, limits.earlierReleases)] : [];
    const usable: Release[] = [];
    const faults: string[] = [];
    for (const { version } of entries) {
      const found = await this.#usable(app, version);
      if (typeof found === 'string') faults.push(found);
      else usable.push(found);
    }
    // The pointer has changed again in the meantime: what comes of it is newer.
    if (this.#taken.get(app) !== taken) return;
    // Files may come back, where a version that doesn't fit stays as it is.
    if (faults.some((code) => !misfits.includes(code))) taken.tryAgainAt = Date.now() + limits.failedPageRest;
    if (usable.length === 0 && faults.includes('RELEASE-STORE')) this.#unreachableRemotes.add(app);
    else this.#unreachableRemotes.delete(app);
    // A shell that can't be used leaves the one that runs.
    if (app !== shell || usable.length > 0) this.#candidates.set(app, usable);
  }

  /** The copy of a version, when it is whole and fits the shell; otherwise its fault is noted, and its code returned. */
  async #usable(app: string, version: string): Promise<Release | string> {
    try {
      const release = await this.#copies.get(app, version);
      const live = this.#candidates.get(shell)?.[0];
      if (app !== shell && live) assertFits(release.manifest, live.manifest);
      this.#unlogged(this.#faults.clear({ app, version }));
      return release;
    } catch (error) {
      const code = error instanceof ReleaseError ? error.code : 'RELEASE-STORE';
      const message = messageOf(error);
      this.#options.log.error({ app, version, code }, message);
      this.#options.onUnusable(app, version);
      this.#unlogged(this.#faults.note({ app, version, code, message, at: new Date().toISOString() }));
      return code;
    }
  }

  #show(): void {
    const live = this.#candidates.get(shell)?.[0];
    if (!live) return;
    const remotes = new Map([...this.#candidates].filter(([app, usable]) => app !== shell && usable.length > 0));
    const signature = signatureOf(live, remotes);
    const isNew = signature !== this.#current?.signature;
    const unreachable = new Set([...this.#unreachableRemotes, ...this.#pointers.unknown]);
    this.#current = { shell: live, remotes, unreachable, signature };
    this.#pointers.remember();
    if (!isNew) return;
    this.#options.log.info({ releases: signature }, 'These releases are live.');
    this.#copies.prune(defaultRetention.age, this.#neededCopies()).catch((error: unknown) => {
      this.#options.log.warn(error, 'Old copies of releases could not be removed.');
    });
  }

  /** Copies that stay, however old: of what is shown, and of what is being taken over. */
  #neededCopies(): ReadonlySet<string> {
    const shown = [...this.#candidates.values()].flat().map(({ manifest }) => `${manifest.name}/${manifest.version}`);
    const taken = [...this.#pointers.all].flatMap(([app, pointer]) =>
      [pointer, ...pointer.previous.slice(0, limits.earlierReleases)].map(({ version }) => `${app}/${version}`),
    );
    return new Set([...shown, ...taken]);
  }

  /** Fault notes are for the list; that one can't be written must not disturb a visitor. */
  #unlogged(writing: Promise<void>): void {
    writing.catch((error: unknown) =>
      this.#options.log.warn(error, 'A note for the list of releases could not be written.'),
    );
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function findIn(path: string, releases: readonly Release[]): ReleaseAsset | undefined {
  for (const release of releases) {
    const file = fileAt(path, release);
    if (file) return { release, file };
  }
  return undefined;
}
