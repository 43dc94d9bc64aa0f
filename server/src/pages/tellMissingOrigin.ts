import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { SiteParts } from '../SiteParts.ts';

/** Tells the owner, once, that visitors know the site by a name that its pages don't: `SITE_ORIGIN` is missing. */
export function tellMissingOrigin(server: FastifyInstance, { settings, origin }: SiteParts): void {
  let isKnown = settings.SITE_ORIGIN !== undefined;
  server.addHook('onRequest', async ({ headers }) => {
    if (isKnown || !hasName(headers.host)) return;
    isKnown = true;
    // Not the name itself: it may be anybody's invention.
    server.log.warn(
      `SITE-ORIGIN Visitors use another name than ${origin()}, by which search engines are told of pages.`,
    );
  });
}

/** Whether a host is more than an address or the machine itself. */
function hasName(host: string | undefined): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return name !== '' && !/(?:^|\.)localhost$/.test(name) && isIP(name.replace(/^\[|\]$/g, '')) === 0;
}
