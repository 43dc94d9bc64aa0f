import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import type { PageMemory } from '../pages/cacheMiddleware.ts';
import type { Settings } from '../settings.ts';
import { CdnPurges } from './CdnPurges.ts';
import { liveTags } from './cacheTags.ts';

/**
 * While the server runs, tells the CDN of the settings what changes; without a CDN it does nothing.
 *
 * @param number of this server, when several share the data folder: each remembers for itself what it has told
 */
export function purgeCdn(
  server: FastifyInstance,
  { CDN_PURGE: address, DATA_DIR }: Pick<Settings, 'CDN_PURGE' | 'DATA_DIR'>,
  { cdn: dialect, state, live }: Pick<PageMemory, 'cdn' | 'state' | 'live'>,
  metrics: SiteMetrics,
  number = 1,
): void {
  if (address === undefined || !dialect) return;
  const purges = new CdnPurges({
    address,
    dialect,
    live: async () => {
      await state.check();
      return liveTags(live(), state.news);
    },
    file: join(DATA_DIR, number === 1 ? 'cdn.json' : `cdn-${number}.json`),
    log: server.log,
    metrics,
  });
  server.addHook('onReady', async () => purges.start());
  server.addHook('onClose', () => purges.stop());
}
