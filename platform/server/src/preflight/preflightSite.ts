import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trial } from '@site/releases/operations/publish.ts';
import {
  assetIn,
  plainSet,
  type Release,
  type ReleaseAsset,
  type ReleaseSet,
  type ReleaseSource,
  releasesOf,
} from '@site/releases/Release.ts';
import { readSettings } from '../settings.ts';
import { createSite } from '../site.ts';

/** A site for the preflight of a release, with the sample news. */
export interface PreflightSite {
  readonly origin: string;
  /** Stops it, and removes its data. */
  readonly stop: () => Promise<void>;
}

type TrialRemotes = Pick<Trial, 'remotes' | 'policy' | 'routes'>;

/**
 * Starts a site that shows the remotes of a trial with a shell, on this machine only.
 *
 * @param create creates the site's server
 */
export async function startPreflightSite(
  shell: Release,
  trial: TrialRemotes,
  create: typeof createSite = createSite,
): Promise<PreflightSite> {
  const folder = await mkdtemp(join(tmpdir(), 'release-preflight-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const settings = readSettings({ DATA_DIR: folder, SAMPLE_NEWS: 'true', PORT: '0', LOG_LEVEL: 'silent' });
    const site = await create(settings, async () => new PreflightReleases(shell, trial));
    const stop = async () => {
      await site.close();
      await removeFolder();
    };
    return { origin: await site.listen({ port: 0, host: settings.HOST }), stop };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** The releases of a site that never change. */
class PreflightReleases implements ReleaseSource {
  readonly #set: ReleaseSet;

  constructor(shell: Release, { remotes: shown, policy, routes }: TrialRemotes) {
    const remotes = new Map(shown.map((remote) => [remote.manifest.name, [remote]]));
    this.#set = { ...plainSet(shell, remotes, policy), routes };
  }

  current(): ReleaseSet {
    return this.#set;
  }

  liveSince(): Date | undefined {
    return undefined;
  }

  async find(): Promise<Release | undefined> {
    return undefined;
  }

  async asset(path: string): Promise<ReleaseAsset | undefined> {
    return assetIn(path, releasesOf(this.#set));
  }

  reportFault(): void {
    // The preflight collects failures itself.
  }

  clearFault(): void {
    // See above.
  }

  close(): void {
    // Nothing is watched.
  }
}
