import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreflightTask } from '@site/releases/operations/publish.ts';
import {
  assetIn,
  plainSet,
  type Release,
  type ReleaseAsset,
  type ReleaseSet,
  type ReleaseSource,
  releasesOf,
} from '@site/releases/Release.ts';
import type { FastifyInstance } from 'fastify';
import { readSettings, type Settings } from '../settings.ts';

/** A site for the preflight of a release, with the sample news. */
export interface PreflightSite {
  readonly origin: string;
  /** Stops it, and removes its data. */
  readonly stop: () => Promise<void>;
}

/** `createSite`. A site with a release service tries versions in another site, so importing it here would be a circle. */
export type CreateSite = (settings: Settings, openReleases: () => Promise<ReleaseSource>) => Promise<FastifyInstance>;

type PreflightRemotes = Pick<PreflightTask, 'remotes' | 'policy' | 'routes'>;

/** Starts a site that shows the remotes of a preflight with a shell, on this machine only. */
export async function startPreflightSite(
  createSite: CreateSite,
  shell: Release,
  task: PreflightRemotes,
): Promise<PreflightSite> {
  const folder = await mkdtemp(join(tmpdir(), 'release-preflight-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const settings = readSettings({ DATA_DIR: folder, SAMPLE_NEWS: 'true', PORT: '0', LOG_LEVEL: 'silent' });
    const site = await createSite(settings, async () => new PreflightReleases(shell, task));
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

  constructor(shell: Release, { remotes: shown, policy, routes }: PreflightRemotes) {
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

  async shown(): Promise<readonly Release[]> {
    return [];
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
