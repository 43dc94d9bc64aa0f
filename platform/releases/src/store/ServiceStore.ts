import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type Fault, liveReleasesPath, type Provenance, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { namedRemotes } from '@site/shared/routes/policy.ts';
import type { KnownFaults } from '../FaultLog.ts';
import type { LogPage, LogQuery } from '../history/readLog.ts';
import { isAppName, isForEveryone, storePath } from '../names.ts';
import { entriesOf, pointerOf } from '../pointer.ts';
import { routePolicy, type StoredPolicy } from '../policy.ts';
import type { RunningSite } from '../runningSite.ts';
import type { Signed, SignedRecord } from '../signedRecord.ts';
import { siteAt } from '../signing/audience.ts';
import type { SigningKey, TrustedKeys } from '../signing/keys.ts';
import { HttpStore } from './HttpStore.ts';
import {
  type AddOptions,
  type NewestVersions,
  partOf,
  type StoredVersion,
  type WritableStore,
} from './ReleaseStore.ts';
import { refusalOf, ServiceClient } from './ServiceClient.ts';
import { unlessDamaged } from './storeFailure.ts';

/** What a release service knows of its store. */
export interface StoreIndex {
  readonly apps: Readonly<Record<string, readonly IndexedVersion[]>>;
  /** The site that pointers and the route policy must be signed for. */
  readonly audience: string;
  /** The keys whose signatures the service accepts. */
  readonly keys: TrustedKeys;
  /** Why servers refuse the pointer of an app, or `policy.json`. */
  readonly pointers: Readonly<Record<string, Fault>>;
  /** The signature of the last accepted pointer, by app, and of `policy.json`. */
  readonly accepted: Readonly<Record<string, string>>;
  /** The route policy in force: the store's, or the servers' own if the store has none. Absent in early services. */
  readonly policy?: StoredPolicy;
  /** What servers report of rollouts, which platform/optional/rollouts reads. Absent in early services. */
  readonly rollouts?: Readonly<Record<string, readonly unknown[]>>;
  /** The site that follows the store, if one runs. */
  readonly site?: RunningSite | undefined;
  /** Whether it contains only public information, because the request had no key: what is live, and what was. */
  readonly isPublic?: boolean;
}

/** A version, with what servers found wrong with it. */
export interface IndexedVersion extends StoredVersion {
  readonly faults: readonly Fault[];
}

/** Paths that a release service has in addition to any store's. */
export const servicePath = {
  index: 'index.json',
  log: 'log.json',
  preview: (app: string, version: string): string => `${storePath.release(app, version)}/preview`,
} as const;

/**
 * A store behind a release service: it is read like any store behind an HTTP origin, and changed by requests that a team's
 * key has signed.
 */
export class ServiceStore extends HttpStore implements WritableStore {
  readonly #client: ServiceClient;
  readonly #fileTimeout: number;
  #index: Promise<StoreIndex> | undefined;

  /**
   * @param address such as `https://www.example.com/releases`
   * @param key signs the requests; without one, only public files can be read
   */
  constructor(address: string, fileTimeout: number, key: SigningKey | undefined) {
    super(address, fileTimeout);
    this.#fileTimeout = fileTimeout;
    this.#client = new ServiceClient(this.location, key);
  }

  override async apps(): Promise<readonly string[]> {
    return Object.keys((await this.index()).apps);
  }

  /** The index has the policy as the service has read it, or the servers' own. */
  override async read<Value extends Signed>(record: SignedRecord<Value>): Promise<Value | undefined> {
    if (record.path !== storePath.policy) return await super.read(record);
    return (await this.index()).policy as Value | undefined;
  }

  async versions(app: string): Promise<readonly IndexedVersion[]> {
    const { apps, isPublic } = await this.index();
    return apps[app] ?? (isPublic ? await this.#publicVersions(app) : []);
  }

  async newest(app: string, from: number, count: number): Promise<NewestVersions> {
    return partOf(await this.versions(app), from, count);
  }

  async has(app: string, version: string): Promise<boolean> {
    return await this.manifest(app, version).then(
      () => true,
      (error: unknown) => {
        if (error instanceof OperatorError && error.code === 'RELEASE-UNKNOWN') return false;
        throw error;
      },
    );
  }

  /** Sends the files that the service doesn't have yet, then tells it to store the version. */
  async add(
    manifest: ReleaseManifest,
    folder: string,
    { at: _at, ...provenance }: Provenance & { at: string },
    { acceptsLoss }: AddOptions = { acceptsLoss: false },
  ): Promise<readonly string[]> {
    const { name, version } = manifest;
    const missing = await this.#begin(manifest, provenance);
    for (const path of missing)
      await this.#client.ask('PUT', storePath.file(name, version, path), await readFile(join(folder, path)));
    const body = acceptsLoss ? JSON.stringify({ acceptsLoss }) : undefined;
    const answer = (await this.#client.ask('POST', storePath.release(name, version), body)) as {
      /** Absent in early services. */
      readonly notes?: readonly string[];
    };
    this.#index = undefined;
    return answer.notes ?? [];
  }

  async replaceManifest(manifest: ReleaseManifest): Promise<void> {
    const missing = await this.#begin(manifest, {});
    if (missing.length === 0) return;
    throw new OperatorError(
      'RELEASE-STORE',
      `${manifest.name}@${manifest.version} has no new signature: the service couldn’t read it, or has another. Publish it again.`,
    );
  }

  /** Does nothing: the service itself replaces damaged versions. */
  async remove(): Promise<void> {}

  /**
   * Removes a version that was never live.
   *
   * @throws {OperatorError} as `forget`
   */
  async forget(app: string, version: string): Promise<void> {
    await this.#client.ask('DELETE', storePath.release(app, version));
    this.#index = undefined;
  }

  async change<Value extends Signed, Next extends Value | undefined>(
    record: SignedRecord<Value>,
    next: (current: Value | undefined) => Promise<Next>,
  ): Promise<Next> {
    const current = await this.read(record).catch((error: unknown) => {
      if (error instanceof OperatorError && error.code === record.damage) return undefined;
      throw error;
    });
    const value = await next(current);
    if (!value || value === current) return value;
    const { serial } = current?.signature ?? {};
    const condition = serial === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${serial}"` };
    await this.#client.ask('PUT', record.path, JSON.stringify(value), condition);
    this.#index = undefined;
    return value;
  }

  /** Who did what, as the service reads it, of the apps of the key. */
  async log({ subject, page }: Pick<LogQuery, 'subject' | 'page'>): Promise<LogPage> {
    const asked = new URLSearchParams({
      ...(subject !== undefined && { subject }),
      ...(page !== undefined && { page: String(page) }),
    });
    return (await this.#client.ask('GET', `${servicePath.log}?${asked}`)) as LogPage;
  }

  /** A link that shows a version to anyone who has it. */
  async previewLink({
    app,
    version,
    days,
  }: {
    readonly app: string;
    readonly version: string;
    readonly days: number;
  }): Promise<string> {
    const { link } = (await this.#client.ask('POST', servicePath.preview(app, version), JSON.stringify({ days }))) as {
      link: string;
    };
    return link;
  }

  /** What servers found wrong with the versions. */
  get faults(): KnownFaults {
    return {
      of: async (app, version) => {
        const found = (await this.versions(app)).find((stored) => stored.version === version);
        return [...(found?.faults ?? [])];
      },
      ofPointer: async (app) => (await this.index()).pointers[app],
      acceptedPointer: async (app) => (await this.currentIndex()).accepted[app],
    };
  }

  /** What the service knows now: servers may have reported since. */
  async currentIndex(): Promise<StoreIndex> {
    this.#index = undefined;
    return await this.index();
  }

  /** What the service knows, requested once. Without a key, its public part. */
  async index(): Promise<StoreIndex> {
    this.#index ??= (this.#client.ask('GET', servicePath.index) as Promise<StoreIndex>).catch((error: unknown) => {
      const isUnsigned = error instanceof OperatorError && error.code === 'RELEASE-REQUEST' && !this.#client.hasKey;
      if (isUnsigned) return this.#publicIndex();
      throw error;
    });
    return await this.#index;
  }

  async #publicIndex(): Promise<StoreIndex> {
    const policy = await super.read(routePolicy);
    const apps = new Set(['shell', ...(policy ? namedRemotes(policy) : []), ...(await this.#shownRemotes())]);
    const versions = [...apps].map(async (app) => [app, await this.#publicVersions(app)] as const);
    return {
      apps: Object.fromEntries(await Promise.all(versions)),
      audience: siteAt(this.location),
      keys: {},
      pointers: {},
      accepted: {},
      ...(policy && { policy }),
      isPublic: true,
    };
  }

  /** The remotes that the site says it shows: the policy doesn't name all. None where the service is elsewhere. */
  async #shownRemotes(): Promise<readonly string[]> {
    try {
      const signal = AbortSignal.timeout(this.#fileTimeout);
      const response = await fetch(new URL(liveReleasesPath, this.location), { redirect: 'error', signal });
      return Object.keys((await response.json()) as object).filter(isAppName);
    } catch {
      return [];
    }
  }

  /** The versions that an app's pointer names. */
  async #publicVersions(app: string): Promise<readonly IndexedVersion[]> {
    const pointer = await unlessDamaged(this.read(pointerOf(app)));
    return entriesOf(pointer).map(({ version }) => ({ version, at: '', faults: [] }));
  }

  protected override async failureOf(response: Response, url: string): Promise<OperatorError> {
    return refusalOf(response.status, await response.text(), url);
  }

  protected override credentials(path: string): Readonly<Record<string, string>> {
    const [app = '', version = '', ...file] = path.split('/');
    const isFile = path.startsWith(`${storePath.release(app, version)}/`);
    return isFile && !isForEveryone(file.join('/')) ? this.#client.signatureOf('GET', path) : {};
  }

  /** Announces a version; returns the paths of the files to send. */
  async #begin(manifest: ReleaseManifest, provenance: Provenance): Promise<readonly string[]> {
    const path = storePath.manifest(manifest.name, manifest.version);
    const { missing } = (await this.#client.ask('PUT', path, JSON.stringify({ manifest, provenance }))) as {
      missing: readonly string[];
    };
    return missing;
  }
}
