import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import { readSettings } from '../settings.ts';
import { createSite } from '../site.ts';
import { TrialReleases } from './TrialReleases.ts';

/** A site that runs for a trial, with the sample news. */
export interface TrialSite {
  readonly origin: string;
  /** Ends it, and removes its data. */
  readonly stop: () => Promise<void>;
}

/** Starts a site that shows one release with a shell, for nobody but this machine. */
export async function startTrialSite(candidate: Release, shell: Release): Promise<TrialSite> {
  const folder = await mkdtemp(join(tmpdir(), 'release-trial-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const settings = readSettings({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
    const site = await createSite(settings, async () => new TrialReleases(shell, candidate));
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
