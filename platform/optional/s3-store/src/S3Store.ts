import { type KeptName, keptPath, readKeptName } from '@site/releases/history/keptRecords.ts';
import { verifyFile } from '@site/releases/integrity.ts';
import { recordLimits } from '@site/releases/limits.ts';
import { readManifest, readPublication } from '@site/releases/manifest.ts';
import { assertAppName, assertFilePath, assertVersion, isAppName, isVersion, storePath } from '@site/releases/names.ts';
import { Slots } from '@site/releases/Slots.ts';
import {
  busyError,
  type ChangingFile,
  readRecord,
  recordText,
  type Signed,
  type SignedRecord,
} from '@site/releases/signedRecord.ts';
import {
  abandonedAfter,
  maxDescriptionBytes,
  maxFileBytes,
  readBelow,
  type StoredRecord,
  type StreamedFile,
} from '@site/releases/store/files.ts';
import {
  type NewestVersions,
  type PrunableStore,
  partOf,
  type StoredVersion,
} from '@site/releases/store/ReleaseStore.ts';
import { existing, unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { manifestFile, type Publication, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { S3Bucket, type S3Object } from './S3Bucket.ts';

const immutable = 'public, max-age=31536000, immutable';
const changing = 'no-cache';

/** Servers list the apps often, and an attacker with write access may create a million folders. */
const maxAppPages = 10;

/**
 * A store in object storage. Its manifest makes a version visible: it is written last and removed first. A pointer is
 * replaced only if it is still the one that was read.
 */
export class S3Store implements PrunableStore {
  readonly #bucket: S3Bucket;
  readonly #slots = new Slots(16);

  /** Same parameters as `S3Bucket`. */
  constructor(location: string, timeout: number) {
    this.#bucket = new S3Bucket(location, timeout);
  }

  get location(): string {
    return this.#bucket.location;
  }

  async read<Value extends Signed>(record: SignedRecord<Value>): Promise<Value | undefined> {
    return await this.#parse(record, this.#bucket.read(record.path, record.limit));
  }

  async readChanged({ path, limit }: ChangingFile, state?: string): Promise<StoredRecord | 'unchanged' | undefined> {
    const object = await this.#bucket.readChanged(path, limit, state);
    return object === 'unchanged' ? object : object && { content: object.content, state: object.etag || undefined };
  }

  async manifest(app: string, version: string): Promise<ReleaseManifest> {
    assertFilePath(app, version, manifestFile);
    const path = storePath.manifest(app, version);
    const content = await this.#readExisting(path, maxDescriptionBytes);
    return readManifest(content.toString('utf8'), `${this.location}/${path}`);
  }

  async file(app: string, version: string, path: string): Promise<Buffer> {
    assertFilePath(app, version, path);
    return await this.#readExisting(storePath.file(app, version, path), maxFileBytes);
  }

  async stream(app: string, version: string, path: string): Promise<StreamedFile> {
    assertFilePath(app, version, path);
    const source = storePath.file(app, version, path);
    return existing(await this.#bucket.stream(source, maxFileBytes), this.location, source);
  }

  async apps(): Promise<readonly string[]> {
    return (await this.#bucket.folders('', maxAppPages)).filter(isAppName);
  }

  async versions(app: string): Promise<readonly StoredVersion[]> {
    assertAppName(app);
    const versions = (await this.#bucket.folders(app)).filter(isVersion);
    const published = await Promise.all(versions.map((version) => this.#slots.run(() => this.#stored(app, version))));
    return published.filter((version) => version !== undefined).sort((a, b) => b.at.localeCompare(a.at));
  }

  async newest(app: string, from: number, count: number): Promise<NewestVersions> {
    return partOf(await this.versions(app), from, count);
  }

  async has(app: string, version: string): Promise<boolean> {
    assertFilePath(app, version, manifestFile);
    return (await this.#bucket.etag(storePath.manifest(app, version))) !== undefined;
  }

  async add(manifest: ReleaseManifest, folder: string, publication: Publication): Promise<readonly string[]> {
    const { name, version, files } = manifest;
    const copies = Object.keys(files).map((path) =>
      this.#slots.run(async () => {
        // The build may have changed since it was verified.
        const content = (await readBelow(folder, path, maxFileBytes)) ?? Buffer.alloc(0);
        await verifyFile(manifest, path, content);
        await this.#bucket.write(storePath.file(name, version, path), content, immutable, 'anything');
      }),
    );
    await Promise.all(copies);
    const published = `${JSON.stringify(publication, null, 2)}\n`;
    await this.#bucket.write(storePath.publication(name, version), published, changing, 'anything');
    // If it exists, the same version was published meanwhile: nothing to do.
    const path = storePath.manifest(name, version);
    await this.#bucket.write(path, JSON.stringify(manifest), changing, 'nothing');
    return [];
  }

  async replaceManifest(manifest: ReleaseManifest): Promise<void> {
    const path = storePath.manifest(manifest.name, manifest.version);
    await this.#bucket.write(path, JSON.stringify(manifest), changing, 'anything');
  }

  async remove(app: string, version: string): Promise<void> {
    assertAppName(app);
    assertVersion(version);
    await this.#bucket.remove(storePath.manifest(app, version));
    await this.#removeAll(await this.#bucket.list(storePath.release(app, version)));
  }

  async change<Value extends Signed, Next extends Value | undefined>(
    record: SignedRecord<Value>,
    next: (current: Value | undefined) => Promise<Next>,
  ): Promise<Next> {
    const { path, limit } = record;
    const etag = await this.#bucket.etag(path);
    const reading = this.#bucket.read(path, limit);
    const current = await unlessDamaged(this.#parse(record, reading));
    const object = current && (await reading);
    // It was replaced between the two requests.
    if (object && object.etag !== etag) throw busyError(record);
    const value = await next(current);
    if (!value || value === current) return value;
    const text = recordText(record, value);
    if (object) await this.#keep(record, current, object.content);
    await this.#replace(record, text, etag);
    // It is in force; if it can't be kept now, the next change does so.
    await this.#keep(record, value, text).catch(() => {});
    return value;
  }

  async kept({ history }: SignedRecord): Promise<readonly KeptName[]> {
    const objects = await this.#bucket.list(history, recordLimits.history.listed);
    return objects
      .map(({ path }) => readKeptName(path.slice(`${history}/`.length)))
      .filter((kept) => kept !== undefined);
  }

  async removeKept({ history }: SignedRecord, { name }: KeptName): Promise<void> {
    await this.#bucket.remove(`${history}/${name}`);
  }

  /** Removes what interrupted publications left behind: files without a manifest. */
  async removeLeftovers(app: string): Promise<void> {
    assertAppName(app);
    const objects = (await this.#bucket.list(app)).map((object) => ({
      ...object,
      version: object.path.split('/')[1] ?? '',
    }));
    const isComplete = (version: string) => objects.some(({ path }) => path === storePath.manifest(app, version));
    const isUsed = (version: string) =>
      objects.some((object) => object.version === version && Date.now() - object.at < abandonedAfter);
    await this.#removeAll(
      objects.filter(({ version }) => isVersion(version) && !isComplete(version) && !isUsed(version)),
    );
  }

  /** Keeps a record, unless that was done when it went into force. */
  async #keep(record: SignedRecord, value: Signed, content: Buffer | string): Promise<void> {
    const kept = keptPath(record, value);
    if (kept !== undefined) await this.#bucket.write(kept, content, immutable, 'nothing');
  }

  /** Replaces what was read with an ETag; undefined if nothing was there. */
  async #replace(record: SignedRecord, content: string, etag: string | undefined): Promise<void> {
    const { path, limit } = record;
    if (await this.#bucket.write(path, content, changing, etag === undefined ? 'nothing' : { etag })) return;
    // If a response was lost, the request was repeated, and refused.
    const stored = await this.#bucket.read(path, limit);
    if (stored?.content.toString('utf8') !== content) throw busyError(record);
  }

  async #parse<Value extends Signed>(
    record: SignedRecord<Value>,
    reading: Promise<S3Object | undefined>,
  ): Promise<Value | undefined> {
    const content = reading.then((object) => object?.content);
    return await readRecord(record, content, this.location);
  }

  async #removeAll(objects: readonly { readonly path: string }[]): Promise<void> {
    await Promise.all(objects.map(({ path }) => this.#slots.run(() => this.#bucket.remove(path))));
  }

  /** Undefined when a version is incomplete. */
  async #stored(app: string, version: string): Promise<StoredVersion | undefined> {
    if (!(await this.has(app, version))) return undefined;
    const publication = await this.#bucket
      .read(storePath.publication(app, version), recordLimits.publication)
      .catch(() => undefined);
    return { version, ...readPublication(publication?.content.toString('utf8') ?? '') };
  }

  async #readExisting(path: string, limit: number): Promise<Buffer> {
    return existing(await this.#bucket.read(path, limit), this.location, path).content;
  }
}
