import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { CallApi, Visitor } from '@site/renderer/apiCalls.ts';
import type { FormResult } from '@site/shared/contract/form/form.ts';
import type { SiteRoutes } from '@site/shared/routes/composeTable.ts';
import type { FastifyPluginAsync } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { OwnApis, type OwnApisOptions } from './apis/OwnApis.ts';
import { ownApiRoute } from './apis/ownApiRoute.ts';
import { type EntriesReader, entriesReader, type PageEntry } from './entries/pageEntries.ts';
import { feedOf, type RemoteFeedParts } from './entries/remoteFeeds.ts';
import { type OwnFormTools, type OwnSubmission, submitOwn } from './forms/ownForm.ts';
import { ownPictureRoute } from './pictures/ownPictureRoute.ts';

/** What the means of remotes depend on. */
export interface MeansOptions extends Omit<OwnApisOptions, 'count'>, Omit<RemoteFeedParts, 'entries'> {
  readonly registry: Registry;
}

/** What only some remotes use: APIs of their own, forms that are sent to them, entries of the sitemap, feeds. */
export class Means {
  readonly #apis: OwnApis;
  readonly #entries: EntriesReader;
  /** The feed of a remote's page at a path; undefined when there is none. It resolves with undefined while it can't be read. */
  readonly feedAt: (path: string) => Promise<string | undefined> | undefined;

  constructor(options: MeansOptions) {
    const calls = new Counter({
      name: 'site_own_api_calls_total',
      help: 'Calls of remotes’ own APIs, by remote, API and outcome: answered, kept (from memory), stale (its last good answer), refused (a status from 400 to 499), failed',
      labelNames: ['remote', 'api', 'outcome'],
      registers: [options.registry],
    });
    this.#apis = new OwnApis({ ...options, count: (remote, api, outcome) => calls.inc({ remote, api, outcome }) });
    this.#entries = entriesReader({
      call: (call) => this.#apis.call(call, {}),
      logError: (text) => options.logError(text, undefined),
    });
    this.feedAt = (path) => feedOf(path, { ...options, entries: this.#entries });
  }

  /** Makes a call of a page. */
  readonly call: CallApi = (call, visitor) => this.#apis.call(call, visitor);

  /** Sends a form to its remote's API. It is stored when nothing is returned. */
  submit(form: OwnSubmission, tools: OwnFormTools, visitor: Visitor): Promise<FormResult | undefined> {
    return submitOwn(form, { ...tools, ownApis: this.#apis }, visitor);
  }

  /** What remotes list of the addresses of their pages. It stays the same while nothing changes. */
  entries(routes: SiteRoutes): Promise<readonly (readonly PageEntry[])[]> {
    return this.#entries.all(routes);
  }

  /** Answers browsers' calls to the APIs, for data and for pictures. */
  readonly route: FastifyPluginAsync<{ readonly shared: SharedMemory | undefined }> = async (server, { shared }) => {
    await server.register(async (scope) => await ownApiRoute(scope, this.#apis, shared));
    await server.register(async (scope) => await ownPictureRoute(scope, this.#apis, shared));
  };
}
