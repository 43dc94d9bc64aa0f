import { join } from 'node:path';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { LocalCopies } from '@site/releases/LocalCopies.ts';
import { defaultRetention } from '@site/releases/operations/prune.ts';
import type { Release } from '@site/releases/Release.ts';
import { openStore } from '@site/releases/store/openStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../limits.ts';
import { arrange, misfitOf } from './arrange.ts';
import { CopiedVersions, neededOf } from './CopiedVersions.ts';
import { FaultNotes } from './FaultNotes.ts';
import { LivePointers } from './LivePointers.ts';
import { PointerMemory } from './PointerMemory.ts';
import {
  assetIn,
  type ReleaseAsset,
  type ReleaseSet,
  type ReleaseSource,
  releasesOf,
  signatureOf,
} from './ReleaseSource.ts';
import { StoredVersions } from './StoredVersions.ts';
import { Verdicts } from './Verdicts.ts';

const shell = 'shell';

/** What follows a store. */
export interface StoreReleasesOptions {
  /** The store's folder or address. */
  readonly location: string;
  /** Folder for the server's own copies. */
  readonly copies: string;
  readonly remotes: readonly string[];
  /** The origins, besides the site's own, from which browsers may get the files of a remote. */
  readonly origins: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Told of each version that can't be used. */
  readonly onUnusable: (app: string, version: string) => void;
}

/** Follows the pointers of a store. What is live there is copied, verified and shown, within a second. */
export class StoreReleases implements ReleaseSource {
  readonly #options: StoreReleasesOptions;
  readonly #copies: LocalCopies;
  readonly #copied: CopiedVersions;
  readonly #faults: FaultNotes;
  readonly #pointers: LivePointers;
  readonly #stored: StoredVersions;
  readonly #verdicts: Verdicts;
  #current: ReleaseSet | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws {OperatorError} SITE-BUILD when neither the store nor the copies have a shell */
  static async open(options: StoreReleasesOptions): Promise<StoreReleases> {
    const releases = new StoreReleases(options);
    await releases.#look();
    if (!releases.#current) {
      throw new OperatorError(
        'SITE-BUILD',
        `No shell is live in the store ${options.location}. Run: npm start, or npm run release -- publish shell --promote`,
      );
    }
    releases.#lookAgain();
    return releases;
  }

  private constructor(options: StoreReleasesOptions) {
    const { location, copies, remotes, origins, log, onUnusable } = options;
    const store = openStore(location, limits.storeFile);
    this.#options = options;
    this.#copies = new LocalCopies(store, copies, origins);
    this.#faults = new FaultNotes(new FaultLog(location, copies), log);
    this.#stored = new StoredVersions(this.#copies, remotes);
    const unusable = (app: string, version: string, { code, message }: OperatorError) => {
      this.#faults.note({ app, version, code, message });
      onUnusable(app, version);
    };
    this.#copied = new CopiedVersions(this.#copies, unusable);
    this.#verdicts = new Verdicts({
      onMisfit: ({ manifest }, misfit) => unusable(manifest.name, manifest.version, misfit),
      onFit: ({ manifest }) => this.#faults.clear({ app: manifest.name, version: manifest.version }),
    });
    this.#pointers = new LivePointers({
      store,
      apps: [shell, ...remotes],
      memory: new PointerMemory(join(copies, 'pointers.json')),
      log,
    });
  }

  current(): ReleaseSet {
    if (!this.#current) throw new OperatorError('SITE-BUILD', 'No shell is live.');
    return this.#current;
  }

  liveSince({ manifest }: Release): Date | undefined {
    const pointer = this.#pointers.all.get(manifest.name);
    const entries = pointer ? [pointer, ...pointer.previous] : [];
    const entry = entries.find(({ version }) => version === manifest.version);
    return entry && new Date(entry.since);
  }

  async find(app: string, version: string): Promise<Release | undefined> {
    const release = await this.#stored.find(app, version);
    return release && misfitOf(release, this.current().shell) ? undefined : release;
  }

  async asset(path: string): Promise<ReleaseAsset | undefined> {
    const live = assetIn(path, releasesOf(this.current()));
    if (live) return live;
    return assetIn(path, await this.#stored.ownersOf(path, this.#pointers.all.get(shell)?.previous ?? []));
  }

  reportFault({ manifest }: Release, code: string, message: string, module?: string): void {
    const { name: app, version } = manifest;
    this.#faults.note({ app, version, code, message, ...(module && { module }) });
  }

  clearFault({ manifest }: Release, module: string): void {
    this.#faults.clear({ app: manifest.name, version: manifest.version, module });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #lookAgain(): void {
    const { location, log } = this.#options;
    const pause = location.startsWith('http') ? limits.storeLook.http : limits.storeLook.folder;
    this.#timer = setTimeout(async () => {
      await this.#pointers.read();
      for (const app of this.#apps()) {
        // Nobody waits for it: what is wrong with one app, and that nobody has thought of, is no reason to end the server.
        this.#follow(app).catch((error: unknown) =>
          log.error(error, `SITE-STORE What is live of ${app} could not be taken over.`),
        );
      }
      if (!this.#isClosed) this.#lookAgain();
    }, pause);
  }

  /** Reads every pointer, and takes over all that they name. */
  async #look(): Promise<void> {
    await this.#pointers.read();
    await Promise.all(this.#apps().map((app) => this.#copied.follow(app, this.#pointers.all.get(app))));
    this.#show();
  }

  /** Takes over what has changed of an app: one that is slow to copy delays no other. */
  async #follow(app: string): Promise<void> {
    if (await this.#copied.follow(app, this.#pointers.all.get(app))) this.#show();
  }

  #apps(): readonly string[] {
    return [shell, ...this.#options.remotes];
  }

  /** Shows what fits together of all that is there. */
  #show(): void {
    const { remotes: names, log } = this.#options;
    const copied = (app: string) => this.#copied.get(app)?.releases ?? [];
    const shown = this.#current?.shell;
    // A shell that can't be used leaves the one that runs.
    const shells = copied(shell).length === 0 && shown ? [shown] : copied(shell);
    const arrangement = arrange(shells, new Map(names.map((name) => [name, copied(name)])));
    if (!arrangement) return;
    this.#verdicts.update(arrangement);
    const remotes = new Map([...arrangement.remotes].filter(([, { length }]) => length > 0));
    const signature = signatureOf(arrangement.shell, remotes);
    const isNew = signature !== this.#current?.signature;
    const gone = names.filter((name) => !remotes.has(name));
    this.#tellGone(gone);
    this.#current = { shell: arrangement.shell, remotes, unreachable: this.#unreachable(), gone, signature };
    this.#pointers.remember();
    if (!isNew) return;
    log.info({ releases: signature }, 'These releases are live.');
    this.#copies.prune(defaultRetention.age, this.#neededCopies()).catch((error: unknown) => {
      log.warn(error, 'Old copies of releases could not be removed.');
    });
  }

  /** Tells which remotes have gone since the last look, and which are back: once each, however many visitors miss them. */
  #tellGone(gone: readonly string[]): void {
    const { log } = this.#options;
    const before = this.#current?.gone ?? [];
    for (const remote of gone.filter((name) => !before.includes(name))) {
      const why = this.#pointers.all.has(remote) ? 'What is live of it can’t be used.' : 'Nothing of it is live.';
      log.error({ remote }, `SITE-REMOTE The remote "${remote}" is gone: its pages are the 404 page. ${why}`);
    }
    for (const remote of before.filter((name) => !gone.includes(name)))
      log.warn({ remote }, `SITE-REMOTE The remote "${remote}" is back.`);
  }

  /** Remotes that are live, but that the store hasn't handed over, or whose pointer nobody can read. */
  #unreachable(): ReleaseSet['unreachable'] {
    const missing = this.#options.remotes.filter((name) => {
      const copied = this.#copied.get(name);
      return copied?.isUnreachable && copied.releases.length === 0;
    });
    return new Map([...missing.map((name) => [name, 'RELEASE-STORE'] as const), ...this.#pointers.unknown]);
  }

  /** Copies that stay, however old: of what is shown, and of what is being taken over. */
  #neededCopies(): ReadonlySet<string> {
    const shown = releasesOf(this.current()).map(({ manifest }) => `${manifest.name}/${manifest.version}`);
    const named = [...this.#pointers.all].flatMap(([app, pointer]) =>
      neededOf(pointer).map(({ version }) => `${app}/${version}`),
    );
    return new Set([...shown, ...named]);
  }
}
