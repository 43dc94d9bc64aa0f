import { storePath } from '@site/releases/names.ts';
import type { ChangingFile, Signed, SignedRecord } from '@site/releases/signedRecord.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import type { StoredRecord } from '@site/releases/store/files.ts';
import type { StoredVersion } from '@site/releases/store/ReleaseStore.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';

/** What was read from a store. */
export interface Reads {
  pointers: number;
  manifests: number;
  files: number;
  /** Folders that were listed, and the policy. */
  others: number;
  /** Versions whose publication was read, to list an app. */
  publications: number;
}

const nothing = (): Reads => ({ pointers: 0, manifests: 0, files: 0, others: 0, publications: 0 });

/** A store that counts what is read from it. */
export class CountingStore extends FolderStore {
  #reads = nothing();

  /** What an action reads. */
  async during(act: () => Promise<unknown>): Promise<Reads> {
    this.#reads = nothing();
    await act();
    return this.#reads;
  }

  override read<Value extends Signed>(record: SignedRecord<Value>): Promise<Value | undefined> {
    this.#count(record);
    return super.read(record);
  }

  override readChanged(record: ChangingFile, state?: string): Promise<StoredRecord | 'unchanged' | undefined> {
    this.#count(record);
    return super.readChanged(record, state);
  }

  #count({ path }: ChangingFile): void {
    if (path === storePath.policy) this.#reads.others += 1;
    else this.#reads.pointers += 1;
  }

  override manifest(app: string, version: string): Promise<ReleaseManifest> {
    this.#reads.manifests += 1;
    return super.manifest(app, version);
  }

  override file(app: string, version: string, path: string): Promise<Buffer> {
    this.#reads.files += 1;
    return super.file(app, version, path);
  }

  override apps(): Promise<readonly string[]> {
    this.#reads.others += 1;
    return super.apps();
  }

  override async versions(app: string): Promise<readonly StoredVersion[]> {
    const versions = await super.versions(app);
    this.#reads.others += 1;
    this.#reads.publications += versions.length;
    return versions;
  }
}
