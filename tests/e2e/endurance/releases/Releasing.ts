import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseCache } from '@site/releases/follow/ReleaseCache.ts';
import { promote, rollback } from '@site/releases/operations/promote.ts';
import { type Preflight, publish } from '@site/releases/operations/publish.ts';
import type { Release } from '@site/releases/Release.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { preflight } from '@site/server/preflight/preflight.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { makeVariant } from '@site/testkit/releases/variant.ts';
import { addresses } from '@site/testkit/site/addresses.ts';

/** A page of each remote, which shows whether a release is live. */
export const firstPages = {
  marketing: addresses.en.home,
  blog: addresses.en.blog,
  contact: addresses.en.contact,
} as const;

type Remote = keyof typeof firstPages;

const remotes = Object.keys(firstPages) as Remote[];

/** Every nth change is a rollback. */
const rollbackEvery = 3;

/** A release or rollback. */
export interface Change {
  readonly remote: Remote;
  readonly version: string;
  /** When the store was changed, in milliseconds since 1970. */
  readonly since: number;
}

/** Releases versions of random remotes and rolls them back. */
export class Releasing {
  releases = 0;
  rollbacks = 0;
  readonly #store: FolderStore;
  readonly #variants: string;
  readonly #folderOf: (app: string) => string;
  #shell: Release | undefined;
  #versions = 0;

  /**
   * @param store folder of the store
   * @param variants folder for the builds to release
   * @param folderOf where an app has been built
   */
  constructor(store: string, variants: string, folderOf: (app: string) => string) {
    this.#store = new FolderStore(store);
    this.#variants = variants;
    this.#folderOf = folderOf;
  }

  /** Releases the shell, and each remote once. */
  async begin(): Promise<void> {
    const { version } = await this.#publish('shell', this.#folderOf('shell'));
    await promote(this.#store, 'shell', version);
    this.#shell = await new ReleaseCache(this.#store, join(this.#variants, 'copies')).get('shell', version);
    for (const remote of remotes) await this.#release(remote);
    this.releases = 0;
  }

  /** Makes the change of a turn. */
  async change(turn: number): Promise<Change> {
    const remote = remotes[Math.floor(Math.random() * remotes.length)] ?? 'blog';
    return (turn % rollbackEvery === 0 && (await this.#rollBack(remote))) || (await this.#release(remote));
  }

  /** Returns undefined when there is no earlier version. */
  async #rollBack(remote: Remote): Promise<Change | undefined> {
    try {
      const { version, since } = await rollback(this.#store, remote);
      this.rollbacks += 1;
      return { remote, version, since: Date.parse(since) };
    } catch (error) {
      if (error instanceof OperatorError && error.code === 'RELEASE-NOTHING-BEFORE') return undefined;
      throw error;
    }
  }

  async #release(remote: Remote): Promise<Change> {
    this.releases += 1;
    this.#versions += 1;
    const version = `soak-${String(this.#versions).padStart(5, '0')}`;
    const folder = join(this.#variants, version);
    await mkdir(folder, { recursive: true });
    await makeVariant(this.#folderOf(remote), folder, version);
    await this.#publish(remote, folder);
    await rm(folder, { recursive: true });
    const { since } = await promote(this.#store, remote, version);
    return { remote, version, since: Date.parse(since) };
  }

  #publish(app: string, folder: string) {
    return publish({
      store: this.#store,
      app,
      folder,
      provenance: {},
      shells: this.#shell ? [this.#shell] : [],
      remotes: [],
      policy: defaultPolicy,
      preflight: patientPreflight,
    });
  }
}

/** Retries a preflight that takes too long once, as a team would: the machine is busy with the load. */
const patientPreflight: Preflight = (task) => preflight(task).catch(() => preflight(task));
