import { join } from 'node:path';
import { buildFolder, developmentFolder, kitShellFolder, onlyRemote, root } from '@site/bundling/project.ts';
import { HttpStore } from '@site/releases/store/HttpStore.ts';
import { isHttpLocation } from '@site/releases/store/storeKind.ts';
import { InsideSite } from './inside/InsideSite.ts';
import { readLiveSite } from './inside/LiveSite.ts';
import { livePolicy, serviceAddress } from './livePolicy.ts';
import type { SiteOptions } from './SiteProcess.ts';
import { startSampleApi } from './sampleApi.ts';

/** What surrounds the developed apps. */
export interface Surroundings {
  /** How to start the site server. */
  readonly site: SiteOptions;
  /** The running site that they are shown in, if one is named. */
  readonly inside: InsideSite | undefined;
  readonly stop: () => void;
}

/**
 * Finds what surrounds the developed apps: builds of the others and the site's own API, or a running site. A remote's own
 * repository has the shell of the kit, and without a site an API of samples; addresses follow the route policy of the site
 * that it is for, as it was last seen.
 *
 * @param live origin of the running site
 * @param say called when it can't be reached, and with the policy that is used
 * @throws {OperatorError} SITE-UNREACHABLE when nothing is known of it
 */
export async function surroundingsOf(
  names: readonly string[],
  live: string | undefined,
  say: (message: string) => void,
): Promise<Surroundings> {
  const site = live === undefined ? undefined : await readLiveSite(live, say);
  const alone = live === undefined && onlyRemote !== undefined ? await aloneWith(say) : undefined;
  const apiOrigin = live ?? alone?.api.origin;
  const others = onlyRemote === undefined ? (live === undefined ? [buildFolder] : []) : [kitShellFolder];
  const around = site ? { policy: site.policy, proposals: site.proposals } : alone?.around;
  return {
    site: {
      folders: [developmentFolder, ...others],
      ...(around && { around }),
      settings: {
        ...(onlyRemote === undefined ? ownSettings() : teamSettings),
        ...(apiOrigin !== undefined && { API_ORIGIN: apiOrigin }),
        ...(site && { REMOTE_ORIGINS: originsOf(Object.values(site.containers)) }),
      },
    },
    inside: site && new InsideSite(site, names),
    stop: () => alone?.api.stop(),
  };
}

/** How long the site may take to say its policy, in milliseconds: development begins without it. */
const patience = 2_000;

/** What surrounds a remote in its own repository: samples, and the policy of the site that it is for. */
async function aloneWith(say: (message: string) => void) {
  const service = serviceAddress();
  const [api, policy] = await Promise.all([
    startSampleApi(),
    service !== undefined && isHttpLocation(service) ? livePolicy(new HttpStore(service, patience), say) : undefined,
  ]);
  return { api, around: policy && { policy, proposals: [] } };
}

const ownSettings = () => ({ SAMPLE_NEWS: process.env.SAMPLE_NEWS || String(!process.env.DATABASE_URL) });

/** A team's environment has settings for release commands. An empty setting counts as unset. */
const teamSettings = {
  RELEASES: '',
  SITE_ORIGIN: '',
  TRUSTED_KEYS: '',
  DATABASE_URL: '',
  DATA_DIR: join(root, '.cache/site'),
};

/** The origins of containers that aren't on the site itself. */
const originsOf = (addresses: readonly string[]): string =>
  [
    ...new Set(addresses.filter((address) => !address.startsWith('/')).map((address) => new URL(address).origin)),
  ].join();
