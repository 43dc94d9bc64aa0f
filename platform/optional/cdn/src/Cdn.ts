import type { ReleaseSet } from '@site/releases/Release.ts';
import type { FastifyPluginAsync } from 'fastify';
import { CdnPurges, type CdnPurgesOptions } from './CdnPurges.ts';
import { liveTags, type PageParts, pageTags } from './cacheTags.ts';
import { type CdnDialect, dialectAt } from './cdnDialects.ts';

/** Where a CDN takes purges, and how long it may show old pages while the site fails, in milliseconds. */
export interface CdnOptions {
  readonly address: string;
  /** The CDN's API token. */
  readonly token: string | undefined;
  readonly staleFor: number;
}

/** What purges depend on. */
export interface PurgesOptions extends Pick<CdnPurgesOptions, 'file' | 'registry'> {
  readonly live: () => ReleaseSet;
  /** Reads the state of the news. */
  readonly news: () => Promise<string>;
}

/** The CDN in front of a site: it keeps pages until the site tells it that they changed. */
export class Cdn {
  readonly #address: string;
  readonly #dialect: CdnDialect;

  constructor({ address, token, staleFor }: CdnOptions) {
    this.#address = address;
    this.#dialect = dialectAt(address, token, staleFor);
  }

  /** The headers by which the CDN keeps a page until what it was made of changes. */
  readonly headersOf = (page: PageParts, live: ReleaseSet, news: string): Readonly<Record<string, string>> =>
    this.#dialect.headersOf(pageTags(page, live, news));

  /** Tells the CDN what changes, while a server runs. */
  readonly purges: FastifyPluginAsync<PurgesOptions> = async (server, { live, news, ...options }) => {
    const purges = new CdnPurges({
      ...options,
      address: this.#address,
      dialect: this.#dialect,
      live: async () => {
        const state = await news();
        return liveTags(live(), state);
      },
      log: server.log,
    });
    server.addHook('onReady', async () => purges.start());
    server.addHook('onClose', () => purges.stop());
  };
}
