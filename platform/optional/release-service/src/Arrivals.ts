import { ReleaseCache } from '@site/releases/follow/ReleaseCache.ts';
import { liveReleases } from '@site/releases/operations/liveReleases.ts';
import { type PublishResult, publish } from '@site/releases/operations/publish.ts';
import { isSameRelease } from '@site/releases/signing/signatures.ts';
import { isStoreFailure } from '@site/releases/store/storeFailure.ts';
import { verifyStored } from '@site/releases/verify.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { assertRoom } from './quota.ts';
import type { ServiceOptions } from './ServiceOptions.ts';
import type { Uploads } from './Uploads.ts';

/** Versions that have arrived as a whole: they are tried, and put into the store. */
export class Arrivals {
  readonly #options: ServiceOptions;
  readonly #uploads: Uploads;
  /** Apps with a version in preflight: one at a time, since a preflight occupies a processor. */
  readonly #trying = new Set<string>();

  constructor(options: ServiceOptions, uploads: Uploads) {
    this.#options = options;
    this.#uploads = uploads;
  }

  /** Puts a new signature on a version that the store has, if it is the same and whole; returns whether it was. */
  async signAnew(manifest: ReleaseManifest): Promise<boolean> {
    const { store } = this.#options;
    const stored = await verifyStored(store, manifest.name, manifest.version).catch(() => undefined);
    if (!stored || !isSameRelease(stored, manifest)) return false;
    if (stored.signature?.value !== manifest.signature?.value) await store.replaceManifest(manifest);
    return true;
  }

  /**
   * Verifies, tries and stores a version that has arrived. A refused version must be uploaded again.
   *
   * @returns whether the store didn't have it before, and what its publisher should know
   * @throws {OperatorError} RELEASE-BUSY while another version of the app is tried; else as `publish`
   */
  async publish(app: string, version: string, acceptsLoss: boolean): Promise<Omit<PublishResult, 'app' | 'version'>> {
    const { settings, store, policy, copies, trust, preflight } = this.#options;
    if (this.#trying.has(app))
      throw new OperatorError('RELEASE-BUSY', `A version of ${app} is being tried. Publish again when that is done.`);
    this.#trying.add(app);
    try {
      const { added, notes } = await this.#uploads.use(app, version, async ({ manifest, folder, provenance }) => {
        await assertRoom(store, manifest);
        const cache = new ReleaseCache(store, copies, settings.REMOTE_ORIGINS, trust);
        const triedWith = await liveReleases(app, store, cache);
        return await publish({
          policy,
          store,
          app,
          folder,
          provenance,
          trust,
          preflight,
          acceptsLoss,
          ...triedWith,
        });
      });
      await this.#uploads.end(app, version);
      return { added, notes };
    } catch (error) {
      // A refused version would be refused again, so it is deleted to make room for others.
      if (isRefusal(error)) await this.#uploads.end(app, version);
      throw error;
    } finally {
      this.#trying.delete(app);
    }
  }
}

/** Whether the version itself is at fault, and not an accident such as a store that can't be written. */
const isRefusal = (error: unknown): boolean =>
  error instanceof OperatorError && error.code !== 'RELEASE-BUSY' && !isStoreFailure(error.code);
