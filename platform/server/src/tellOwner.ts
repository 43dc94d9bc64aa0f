import { trustFile } from '@site/releases/signing/Trust.ts';
import type { FastifyInstance } from 'fastify';
import { defaultPolicy } from './defaultPolicy.ts';
import { openStore } from './openStore.ts';
import { audienceOf, reportsFolder, type Settings, trustedKeysFile } from './settings.ts';

/** Tells the owner what happens to releases, where the settings say so. Most sites load nothing of it. */
export async function tellOwner(server: FastifyInstance, settings: Settings): Promise<void> {
  const { NOTICES: targets, RELEASES, RELEASES_TOKEN } = settings;
  if (!targets) return;
  const { openNotices } = await import('@site/notices/openNotices.ts');
  const keys = trustedKeysFile(settings);
  await server.register(openNotices, {
    settings,
    targets,
    site: audienceOf(settings),
    store: await openStore(RELEASES, RELEASES_TOKEN),
    trust: keys === undefined ? undefined : trustFile(keys, audienceOf(settings)),
    policy: defaultPolicy,
    reports: reportsFolder(settings),
  });
}
