import { languagesWithoutHome, noHomePage } from '@site/releases/homePage.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import type { FastifyInstance } from 'fastify';

/** Warns at the start when nobody has the home page. While a remote can't be shown, that is what is wrong. */
export function warnMissingHome(server: FastifyInstance, releases: Pick<ReleaseSource, 'current'>): void {
  server.addHook('onReady', async () => {
    const { routes, gone, unreachable } = releases.current();
    const missing = languagesWithoutHome(routes);
    if (missing.length > 0 && gone.length === 0 && unreachable.size === 0)
      server.log.warn(`SITE-HOME ${noHomePage(missing)}`);
  });
}
