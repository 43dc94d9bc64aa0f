import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PreflightTask } from '@site/releases/operations/publish.ts';
import { plainSet, type Release, type ReleaseSource } from '@site/releases/Release.ts';
import type { FastifyInstance } from 'fastify';
import { StaticReleases } from '../StaticReleases.ts';
import { readSettings, type Settings } from '../settings.ts';

/** A site for the preflight of a release, with the sample news. */
export interface PreflightSite {
  readonly origin: string;
  /** Stops it, and removes its data. */
  readonly stop: () => Promise<void>;
}

/** `createSite`. A site with a release service tries versions in another site, so importing it here would be a circle. */
export type CreateSite = (settings: Settings, openReleases: () => Promise<ReleaseSource>) => Promise<FastifyInstance>;

type PreflightRemotes = Pick<PreflightTask, 'underTest' | 'remotes' | 'policy' | 'routes'>;

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
    const remotes = new Map(task.remotes.map((remote) => [remote.manifest.name, [remote]]));
    const set = { ...plainSet(shell, remotes, task.policy), routes: withOwnFragments(task) };
    const site = await createSite(settings, async () => new StaticReleases(() => set));
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

/** The table, in which the 404 page shows the fragments of the remote under test: no page that is rendered may have them. */
function withOwnFragments({ underTest, routes }: PreflightRemotes): PreflightRemotes['routes'] {
  const { name: remote, fragments = {} } = underTest.manifest;
  const own = Object.entries(fragments).map(([name, fragment]) => [name, { remote, ...fragment }] as const);
  if (own.length === 0) return routes;
  return {
    ...routes,
    fragments: { ...routes.fragments, ...Object.fromEntries(own) },
    slots: { 'not-found': own.map(([name]) => name) },
  };
}
