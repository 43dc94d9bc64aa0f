import { verifyFile } from '@site/releases/integrity.ts';
import { readPublication } from '@site/releases/manifest.ts';
import { publicationFile, storePath } from '@site/releases/names.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { routePolicy, type StoredPolicy } from '@site/releases/policy.ts';
import type { LiveRemote } from '@site/releases/Release.ts';
import { readRecord, type Signed, type SignedRecord } from '@site/releases/signedRecord.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { storedManifest } from '@site/releases/verify.ts';
import type { Pointer, Publication, ReleaseManifest } from '@site/shared/contract/release.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { LRUCache } from 'lru-cache';
import { roomLimits } from '../limits.ts';
import type { RoomOptions } from '../RoomOptions.ts';
import type { DescribedVersion } from './DescribedVersion.ts';
import { DescribedVersions } from './DescribedVersions.ts';

/**
 * Reads what pages show. What a page reads grows with the apps of the site at most, never with their versions: those have a page of their
 * own, some at a time.
 */
export class StoreReader {
  readonly options: Pick<RoomOptions, 'store' | 'faults' | 'rollouts' | 'trust' | 'policy'>;
  readonly #described: DescribedVersions;
  /** Pointers and policy as they were last time: those that haven't changed are neither parsed nor verified again. */
  readonly #records = new LRUCache<string, { readonly state: string; readonly value: Signed }>({
    max: roomLimits.described.versions,
  });

  /** Files of versions that say what is in them: their texts and packages, by the hashes that the manifests have of them. */
  readonly #contents = new LRUCache<string, string>({
    maxSize: roomLimits.catalogues.remembered,
    sizeCalculation: ({ length }) => length + 1,
  });

  constructor(options: StoreReader['options']) {
    this.options = options;
    this.#described = new DescribedVersions(options.store, (app, version) => this.publication(app, version));
  }

  /** The pointer of an app; undefined when there is none, or it is damaged. */
  async pointer(app: string): Promise<Pointer | undefined> {
    return await unlessDamaged(this.record(pointerOf(app)));
  }

  /** The manifest of a version; undefined when there is none, or it is damaged. */
  async manifest(app: string, version: string): Promise<ReleaseManifest | undefined> {
    return await unlessDamaged(storedManifest(this.options.store, app, version));
  }

  /** When and by whom a version was published, as its publisher says: nobody has signed that. */
  async publication(app: string, version: string): Promise<Publication> {
    const file = await unlessDamaged(this.options.store.file(app, version, publicationFile));
    return readPublication(file?.toString('utf8') ?? '');
  }

  /** The text of a file as a version's manifest describes it; undefined when there is none, or it is larger, or damaged. */
  async content(manifest: ReleaseManifest, path: string, limit: number): Promise<string | undefined> {
    const { name, version, files } = manifest;
    const described = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!described || described.size > limit) return undefined;
    const id = `${storePath.file(name, version, path)} ${described.integrity}`;
    const known = this.#contents.get(id);
    if (known !== undefined) return known;
    const content = await unlessDamaged(this.#verified(manifest, path));
    if (content !== undefined) this.#contents.set(id, content);
    return content;
  }

  async #verified(manifest: ReleaseManifest, path: string): Promise<string> {
    const content = await this.options.store.file(manifest.name, manifest.version, path);
    await verifyFile(manifest, path, content);
    return content.toString('utf8');
  }

  /** What the list of live versions says of one. */
  async described(app: string, version: string): Promise<DescribedVersion | undefined> {
    return await this.#described.of(app, version);
  }

  /**
   * Reads what the first page shows, one version after the other, so that requests are answered in between. Without it, that page
   * would wait until the manifests of all live versions are parsed.
   */
  async prepare(): Promise<void> {
    for (const app of await this.options.store.apps()) {
      const pointer = await this.pointer(app);
      if (pointer) await this.described(app, pointer.version);
    }
  }

  /** The route policy in force. */
  async policy(): Promise<RoutePolicy> {
    const { policy } = this.options;
    return (await this.storedPolicy()) ?? policy;
  }

  /** The route policy of the store; undefined when there is none, or it is damaged. */
  async storedPolicy(): Promise<StoredPolicy | undefined> {
    return await unlessDamaged(this.record(routePolicy));
  }

  /** What the live versions of all remotes declare. */
  async liveRemotes(): Promise<readonly LiveRemote[]> {
    const remotes = (await this.options.store.apps()).filter((app) => app !== 'shell');
    const live = remotes.map(async (remote) => {
      const pointer = await this.pointer(remote);
      const described = pointer && (await this.described(remote, pointer.version));
      return described ? [{ manifest: described.declared, since: pointer.since }] : [];
    });
    return (await Promise.all(live)).flat();
  }

  /**
   * A record, also a kept one.
   *
   * @throws {OperatorError} when it is damaged, or the store can't be read
   */
  async record<Value extends Signed>(record: SignedRecord<Value>): Promise<Value | undefined> {
    const { store } = this.options;
    const known = this.#records.get(record.path);
    const stored = await store.readChanged(record, known?.state);
    // What is remembered under a record's path was parsed as that record.
    if (stored === 'unchanged') return known?.value as Value | undefined;
    const value = stored && (await readRecord(record, Promise.resolve(stored.content), store.location));
    const { state } = stored ?? {};
    if (value && state !== undefined && state.length <= roomLimits.described.state)
      this.#records.set(record.path, { state, value });
    else this.#records.delete(record.path);
    return value;
  }
}
