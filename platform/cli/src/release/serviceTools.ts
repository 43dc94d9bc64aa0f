import { originSetting, readSettings } from '@site/node/settings.ts';
import type { KnownFaults } from '@site/releases/FaultLog.ts';
import type { RunningSite } from '@site/releases/runningSite.ts';
import { siteOfService } from '@site/releases/signing/audience.ts';
import { pointerLife } from '@site/releases/signing/bounds.ts';
import { readSigningKey, type SigningKey } from '@site/releases/signing/keys.ts';
import type { RecordSigning } from '@site/releases/signing/signatures.ts';
import { Trust, trustFile } from '@site/releases/signing/Trust.ts';
import type { PrunableStore } from '@site/releases/store/ReleaseStore.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import { type KnownRollouts, rolloutsOf } from '@site/rollouts/RolloutLog.ts';
import type { Settings } from '@site/server/settings.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { z } from 'zod';

/** The tools of the release commands. */
export interface ReleaseTools {
  readonly store: PrunableStore | ServiceStore;
  /** The settings of the site; absent in a remote's own repository. */
  readonly settings?: Settings;
  /** The route policy of a store that has none, if known. */
  readonly policy?: RoutePolicy;
  readonly faults: KnownFaults;
  /** What servers report of rollouts. */
  readonly rollouts: KnownRollouts;
  /** The running site, if one reports here. */
  readonly site: () => Promise<RunningSite | undefined>;
  /** Whose signatures servers accept, if known here. */
  readonly trust: () => Promise<Trust | undefined>;
  readonly signing: (options?: SigningOptions) => Promise<ReleaseSigning>;
  /** A link that shows a version to anyone who has it. */
  readonly previewLink: ServiceStore['previewLink'];
  /** Whether the store shows only public information, because no key is given. */
  readonly isPublic?: () => Promise<boolean>;
  /** The folder where running sites report; absent for a release service, which passes on the reports. */
  readonly reports?: string;
}

/** Command line options for the store and the key. */
export interface StoreOptions {
  /** Address of a release service, in place of the store of the settings. */
  readonly to?: string | undefined;
  /** File of a private key. */
  readonly key?: string | undefined;
}

/** Command line options for signing. */
export interface SigningOptions extends Pick<StoreOptions, 'key'> {
  /** How long a pointer is valid, in milliseconds. */
  readonly life?: number;
}

/** The keys to sign with, and whose signatures servers accept. */
export interface ReleaseSigning {
  readonly trust: Trust | undefined;
  readonly releases: SigningKey | undefined;
  /**
   * Called only when something goes live: the site to sign for may be unknown.
   *
   * @throws {OperatorError} RELEASE-SITE when it is unknown or ambiguous
   */
  readonly pointers: () => Promise<RecordSigning | undefined>;
}

/** How to try a version before it is stored. */
export interface PreflightOptions {
  /** Where its pages are rendered, if that is here. */
  readonly preflight: 'server' | 'server and browser';
  /** The key that signs it, and whose signatures servers accept. */
  readonly signing: Pick<ReleaseSigning, 'releases' | 'trust'>;
  readonly onProgress?: (step: string) => void;
}

/** How long reading a file of the store may take, in milliseconds. */
const fileTimeout = 5_000;

/** The tools of a team that has only its keys: everything else is at the service. */
export function serviceTools(address: string, keyFile: string | undefined): ReleaseTools {
  const { RELEASE_KEY, PROMOTE_KEY, TRUSTED_KEYS } = process.env;
  const [releases, pointers] = [keyFile || RELEASE_KEY, PROMOTE_KEY || keyFile || RELEASE_KEY].map((file) =>
    file ? readSigningKey(file) : undefined,
  );
  const store = new ServiceStore(address, fileTimeout, releases ?? pointers);
  return {
    store,
    faults: store.faults,
    rollouts: rolloutsOf(store),
    site: async () => (await store.index()).site,
    isPublic: async () => (await store.index()).isPublic === true,
    trust: async () => undefined,
    previewLink: (preview) => store.previewLink(preview),
    signing: async ({ life = pointerLife } = {}) => ({
      trust: releases || pointers ? await trustOf(store, TRUSTED_KEYS) : undefined,
      releases,
      pointers: async () => {
        if (!pointers) return undefined;
        const { audience } = await store.index();
        return { key: pointers, site: siteOfService(givenOrigin(), address, audience), life };
      },
    }),
  };
}

/**
 * Whose signatures are accepted. Without a file of keys, the service says so: a client that accepted any pointer would sign
 * a history that someone else has written into the store.
 */
async function trustOf(store: ServiceStore, file: string | undefined): Promise<Trust> {
  const { audience, keys } = await store.index();
  return file ? trustFile(file, audience) : new Trust(() => keys, audience);
}

/** SITE_ORIGIN, the only setting of the site in a remote's own repository. */
const givenOrigin = (): string | undefined => readSettings(z.object(originSetting), process.env).SITE_ORIGIN;
