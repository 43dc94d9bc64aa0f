import { singleFlight } from '@site/node/singleFlight.ts';
import { readManifest } from '@site/releases/manifest.ts';
import { storePath } from '@site/releases/names.ts';
import { maxDescriptionBytes } from '@site/releases/store/files.ts';
import type { ReleaseStore } from '@site/releases/store/ReleaseStore.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { assertIsVersion } from '@site/releases/verify.ts';
import type { Publication } from '@site/shared/contract/release.ts';
import { LRUCache } from 'lru-cache';
import { roomLimits } from '../limits.ts';
import { type DescribedVersion, describe } from './DescribedVersion.ts';

/** A description, and the state of the manifest when somebody last looked at it. */
interface RememberedVersion {
  readonly described: DescribedVersion;
  readonly state: string | undefined;
  /** When, in milliseconds. */
  readonly looked: number;
}

/**
 * Descriptions of live versions: parsing a hundred manifests would take longer than the rest of a page. A manifest changes only when it
 * is signed again: now and then somebody looks at its state, and only a changed one is parsed.
 */
export class DescribedVersions {
  readonly #store: Pick<ReleaseStore, 'readChanged'>;
  readonly #publication: (app: string, version: string) => Promise<Publication>;
  readonly #known = new LRUCache<string, RememberedVersion>({ max: roomLimits.described.versions });
  /** Pages that need the same version wait for one description. */
  readonly #once = singleFlight<DescribedVersion | undefined>();

  constructor(
    store: Pick<ReleaseStore, 'readChanged'>,
    publication: (app: string, version: string) => Promise<Publication>,
  ) {
    this.#store = store;
    this.#publication = publication;
  }

  /** A version; undefined when there is none, or it is damaged. */
  async of(app: string, version: string): Promise<DescribedVersion | undefined> {
    const id = `${app}@${version}`;
    const known = this.#known.get(id);
    if (known && Date.now() - known.looked < roomLimits.described.time) return known.described;
    return await this.#once(id, async () => {
      const next = await unlessDamaged(this.#look(app, version, known));
      if (next) this.#known.set(id, next);
      else this.#known.delete(id);
      return next?.described;
    });
  }

  async #look(app: string, version: string, known?: RememberedVersion): Promise<RememberedVersion | undefined> {
    const path = storePath.manifest(app, version);
    const stored = await this.#store.readChanged({ path, limit: maxDescriptionBytes }, known?.state);
    if (stored === undefined) return undefined;
    if (stored === 'unchanged') return known && { ...known, looked: Date.now() };
    const manifest = readManifest(stored.content.toString('utf8'), path);
    assertIsVersion(manifest, app, version);
    const described = describe(manifest, await this.#publication(app, version));
    const { state = '' } = stored;
    return {
      described,
      state: state !== '' && state.length <= roomLimits.described.state ? state : undefined,
      looked: Date.now(),
    };
  }
}
