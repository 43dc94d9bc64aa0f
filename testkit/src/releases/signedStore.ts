import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach } from '@rstest/core';
import { ReleaseFollower } from '@site/releases/follow/ReleaseFollower.ts';
import { promote, rollback } from '@site/releases/operations/promote.ts';
import { pointTo } from '@site/releases/pointer.ts';
import {
  makeSigningKey,
  type Purpose,
  purposes,
  type SigningKey,
  type TrustedKeys,
} from '@site/releases/signing/keys.ts';
import { signPointer } from '@site/releases/signing/signatures.ts';
import { trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { writeAtomically } from '@site/releases/store/files.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { type AppOverrides, newFolder, publishApp } from './fixtures.ts';
import { policyFor } from './policyFor.ts';

const life = 60 * 24 * 60 * 60 * 1000;
const opened: ReleaseFollower[] = [];

afterEach(() => {
  for (const releases of opened.splice(0)) releases.close();
});

/** A server that follows a store. */
export interface Follower {
  readonly releases: ReleaseFollower;
  /** The version of a remote that it shows; default: of the blog. */
  readonly live: (app?: string) => string | undefined;
  /** What it has logged as errors. */
  readonly errors: () => readonly string[];
  /** Until when it accepts the signature of what is live, by app. */
  readonly expiries: () => ReadonlyMap<string, Date>;
}

/** A store of two teams and an owner of the shell, who sign with keys of their own. */
export class SignedStore {
  readonly store: FolderStore;
  /** The file of TRUSTED_KEYS. */
  readonly trusted: string;
  readonly #keysFolder: string;
  readonly #keys = new Map<string, SigningKey>();

  private constructor(store: string, keysFolder: string) {
    this.store = new FolderStore(store);
    this.#keysFolder = keysFolder;
    this.trusted = join(keysFolder, 'trusted.json');
  }

  /** A shell, marketing and the blog are live, each of its own team, and signed. */
  static async create(): Promise<SignedStore> {
    const signed = new SignedStore(await newFolder(), await newFolder());
    await writeFile(signed.trusted, '{}');
    for (const name of ['shell', 'marketing', 'blog']) {
      await signed.addKey(name, name);
      await signed.release({ name, ...(name === 'shell' && { publicPath: '/assets/shell/' }) });
    }
    return signed;
  }

  /** Makes a key. Servers trust it for an app; without one, they don't know it. */
  async addKey(name: string, app?: string, signs: readonly Purpose[] = purposes): Promise<SigningKey> {
    const key = await makeSigningKey(join(this.#keysFolder, `${name}.key`));
    this.#keys.set(name, key);
    const entry = { public: key.public, apps: [app ?? ''], signs: [...signs] };
    if (app !== undefined) await this.changeTrusted((keys) => ({ ...keys, [name]: entry }));
    return key;
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

  /** The key counts for nothing new from now on, as after `keys revoke`. */
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
    await publishApp(this.store, app, { key: this.key(key), trust: trustFile(this.trusted) });
    await this.promote(app.version ?? 'version-1', key, app.name);
  }

  async promote(version: string, key = 'blog', app = 'blog'): Promise<Pointer> {
    return await promote(this.store, app, version, this.#promoteOptions(key));
  }

  async rollback(app = 'blog'): Promise<Pointer> {
    return await rollback(this.store, app, undefined, this.#promoteOptions(app));
  }

  /** What an attacker does who can write to the store: puts a pointer there, signed with whatever key there is, or with none. */
  async putPointer(version: string, key?: string, app = 'blog', pointerLife = life): Promise<void> {
    const signing = key === undefined ? undefined : { key: this.key(key), life: pointerLife };
    const current = await this.store.pointer(app);
    const pointer = pointTo(version, current);
    await this.write(`${app}/current.json`, signing ? signPointer(app, pointer, current, signing) : pointer);
  }

  async read<Content>(path: string): Promise<Content> {
    return JSON.parse(await readFile(join(this.store.location, path), 'utf8')) as Content;
  }

  async write(path: string, content: unknown): Promise<void> {
    await writeFile(join(this.store.location, path), JSON.stringify(content));
  }

  /**
   * Starts a server on the store.
   *
   * @param data its data folder, new or that of a server before
   * @param location address of the store, when it is behind an HTTP origin
   */
  async follow(data: string, location = this.store.location): Promise<Follower> {
    const lines: string[] = [];
    let expiries: ReadonlyMap<string, Date> = new Map();
    const error = (fields: unknown, message?: string) => lines.push(message ?? String(fields));
    const releases = await ReleaseFollower.open({
      location,
      copies: data,
      reports: data,
      policy: policyFor('marketing', 'blog'),
      origins: [],
      trust: trustFile(this.trusted, error),
      limits: { poll: { folder: 30, http: 30 }, fileTimeout: 5_000, retry: 50, earlierVersions: 2 },
      log: { info: () => {}, warn: () => {}, error },
      onUnusable: () => {},
      onStoreRead: (pointers) => {
        expiries = pointers.expiries;
      },
    });
    opened.push(releases);
    const live = (app = 'blog') => releases.current().remotes.get(app)?.[0]?.manifest.version;
    return { releases, live, errors: () => lines, expiries: () => expiries };
  }

  #promoteOptions(key: string) {
    return { signing: { key: this.key(key), life }, trust: trustFile(this.trusted) };
  }
}
