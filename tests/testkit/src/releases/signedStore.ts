import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseFollower } from '@site/releases/follow/ReleaseFollower.ts';
import { promote, rollback } from '@site/releases/operations/promote.ts';
import { setPolicy } from '@site/releases/operations/setRecord.ts';
import { pointerOf, pointTo } from '@site/releases/pointer.ts';
import { routePolicy } from '@site/releases/policy.ts';
import {
  makeSigningKey,
  type Purpose,
  purposes,
  type SigningKey,
  type TrustedKeys,
} from '@site/releases/signing/keys.ts';
import { type RecordSigning, signClaims, signRecord } from '@site/releases/signing/signatures.ts';
import { type Trust, trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { writeAtomically } from '@site/releases/store/files.ts';
import { HttpStore } from '@site/releases/store/HttpStore.ts';
import { isHttpLocation } from '@site/releases/store/storeKind.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { atTestEnd } from '../cleanUp.ts';
import { type AppOverrides, newFolder, publishApp } from './fixtures.ts';
import { policyFor } from './policyFor.ts';

/** The teams whose apps are live from the start. */
const teams = ['shell', 'marketing', 'blog'];

const life = 60 * 24 * 60 * 60 * 1000;

/** A server that follows a store. */
export interface Follower {
  readonly releases: ReleaseFollower;
  /** The version of a remote that it shows; default: of the blog. */
  readonly live: (app?: string) => string | undefined;
  /** The errors that it has logged. */
  readonly errors: () => readonly string[];
  /** The versions that it has counted as failing. */
  readonly failed: () => readonly string[];
  /** When the signatures of live versions expire, by app. */
  readonly expiries: () => ReadonlyMap<string, Date>;
}

/** A store of two teams and the shell's owner, who sign with their own keys. */
export class SignedStore {
  readonly store: FolderStore;
  /** The site that it belongs to. */
  readonly site: string;
  /** The file of TRUSTED_KEYS. */
  readonly trusted: string;
  readonly #keysFolder: string;
  readonly #keys = new Map<string, SigningKey>();

  private constructor(store: string, keysFolder: string, site = 'https://www.example.com') {
    this.store = new FolderStore(store);
    this.#keysFolder = keysFolder;
    this.site = site;
    this.trusted = join(keysFolder, 'trusted.json');
  }

  /** Creates the store with a live shell, marketing and blog, each signed by its team. */
  static async create(site?: string): Promise<SignedStore> {
    const signed = new SignedStore(await newFolder(), await newFolder(), site);
    await writeFile(signed.trusted, '{}');
    for (const name of teams) await signed.addKey(name, name);
    await signed.#releaseAll();
    return signed;
  }

  /** The store of another site, with the same teams and keys. */
  async ofOtherSite(site: string): Promise<SignedStore> {
    const other = new SignedStore(await newFolder(), this.#keysFolder, site);
    for (const [name, key] of this.#keys) other.#keys.set(name, key);
    await other.#releaseAll();
    return other;
  }

  async #releaseAll(): Promise<void> {
    for (const name of teams) await this.release({ name, ...(name === 'shell' && { publicPath: '/assets/shell/' }) });
  }

  /** What servers of its site accept. */
  trust(onProblem?: (error: unknown) => void): Trust {
    return trustFile(this.trusted, this.site, onProblem);
  }

  /** How a team signs pointers. */
  signing(key: string, pointerLife = life): RecordSigning {
    return { key: this.key(key), site: this.site, life: pointerLife };
  }

  /** Makes a key. Servers trust it for an app; without one, they don't know it. */
  async addKey(name: string, app?: string, signs: readonly Purpose[] = purposes): Promise<SigningKey> {
    const key = await makeSigningKey(this.keyFile(name));
    this.#keys.set(name, key);
    const entry = { public: key.public, apps: [app ?? ''], signs: [...signs] };
    if (app !== undefined) await this.changeTrusted((keys) => ({ ...keys, [name]: entry }));
    return key;
  }

  /** The file of a private key. */
  keyFile(name: string): string {
    return join(this.#keysFolder, `${name}.key`);
  }

  key(name: string): SigningKey {
    const key = this.#keys.get(name);
    if (!key) throw new Error(`There is no key ${name}.`);
    return key;
  }

  async changeTrusted(change: (keys: TrustedKeys) => TrustedKeys): Promise<void> {
    const keys = JSON.parse(await readFile(this.trusted, 'utf8')) as TrustedKeys;
    await writeAtomically(this.trusted, JSON.stringify(change(keys)));
  }

  /** Revokes a key, like `keys revoke`. */
  async revoke(name: string): Promise<void> {
    await this.changeTrusted((keys) =>
      Object.fromEntries(
        Object.entries(keys).map(([known, key]) => [
          known,
          known === name ? { ...key, until: new Date().toISOString() } : key,
        ]),
      ),
    );
  }

  /** Publishes and promotes a version with a key: its team's, unless another is named. */
  async release(app: AppOverrides, key = app.name ?? 'blog'): Promise<void> {
    await publishApp(this.store, app, { key: this.key(key), trust: this.trust() });
    await this.promote(app.version ?? 'version-1', key, app.name);
  }

  async promote(version: string, key = 'blog', app = 'blog'): Promise<Pointer> {
    return await promote(this.store, app, version, this.#promoteOptions(key));
  }

  async rollback(app = 'blog'): Promise<Pointer> {
    return await rollback(this.store, app, undefined, this.#promoteOptions(app));
  }

  /** Acts as an attacker who can write to the store: writes a pointer, signed with any key or none. */
  async putPointer(version: string, key?: string, app = 'blog', pointerLife = life): Promise<void> {
    const signing = key === undefined ? undefined : this.signing(key, pointerLife);
    const current = await this.store.read(pointerOf(app));
    const pointer = pointTo(version, current);
    await this.write(`${app}/current.json`, signing ? signRecord(pointerOf(app), pointer, current, signing) : pointer);
  }

  /** Acts as a thief who has a key: writes a pointer with forged claims. */
  async forgePointer(
    version: string,
    key: string,
    { serial = Date.now(), expires = new Date(Date.now() + life).toISOString() } = {},
  ): Promise<void> {
    const pointer = pointTo(version, await this.store.read(pointerOf('blog')));
    await this.write(
      'blog/current.json',
      signClaims(pointerOf('blog'), pointer, { app: 'blog', site: this.site, serial, expires }, this.key(key)),
    );
  }

  /** Sets the route policy, as the shell's owner does. */
  async setPolicy(policy: RoutePolicy): Promise<void> {
    await setPolicy(this.store, policy, this.#promoteOptions('shell'));
  }

  /** Writes a route policy that the shell's owner has signed for some milliseconds, which may have passed. */
  async putPolicy(policy: RoutePolicy, policyLife: number): Promise<void> {
    const current = await this.store.read(routePolicy);
    await this.write('policy.json', signRecord(routePolicy, policy, current, this.signing('shell', policyLife)));
  }

  /** Creates empty folders whose names sort before and after the remotes'. */
  async addJunkFolders(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, index) => `${index % 2 === 0 ? 'a' : 'z'}-junk-${index}`);
    await Promise.all(names.map((name) => mkdir(join(this.store.location, name))));
  }

  async read<Content>(path: string): Promise<Content> {
    return JSON.parse(await readFile(join(this.store.location, path), 'utf8')) as Content;
  }

  async write(path: string, content: unknown): Promise<void> {
    await writeAtomically(join(this.store.location, path), JSON.stringify(content));
  }

  /**
   * Starts a server on the store.
   *
   * @param data its data folder, new or from an earlier server
   * @param location address of the store, when it is behind an HTTP origin
   * @param token its token for files that aren't public
   */
  async follow(data: string, location = this.store.location, token?: string): Promise<Follower> {
    const lines: string[] = [];
    const failed: string[] = [];
    let expiries: ReadonlyMap<string, Date> = new Map();
    const error = (fields: unknown, message?: string) => lines.push(message ?? String(fields));
    const releases = await ReleaseFollower.open({
      store: isHttpLocation(location) ? new HttpStore(location, 5_000, token) : new FolderStore(location),
      copies: data,
      reports: data,
      policy: policyFor('marketing', 'blog'),
      origins: [],
      trust: this.trust(error),
      limits: { poll: { folder: 30, http: 30, s3: 30 }, retry: 50, earlierVersions: 2 },
      log: { info: () => {}, warn: () => {}, error },
      onUnusable: (app, version) => void failed.push(`${app}@${version}`),
      onStoreRead: (pointers) => {
        expiries = pointers.expiries;
      },
    });
    atTestEnd(() => releases.close());
    const live = (app = 'blog') => releases.current().remotes.get(app)?.[0]?.manifest.version;
    return { releases, live, errors: () => lines, failed: () => failed, expiries: () => expiries };
  }

  #promoteOptions(key: string) {
    return { signing: this.signing(key), trust: this.trust() };
  }
}
