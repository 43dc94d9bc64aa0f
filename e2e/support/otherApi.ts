import { type ApiServer, startApi } from '@site/testkit/site/servers.ts';
import type { StartOwnSite } from './serverTest.ts';

/** A test with an API that runs as a process of its own. */
export interface OtherApi {
  readonly api: ApiServer;
}

/** The fixtures of such a test: an API on a free port, with an empty data folder. */
export const otherApi = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
  api: async ({}, use: (api: ApiServer) => Promise<void>) => {
    const api = await startApi();
    await use(api);
    await api.stop();
  },
  // Sites of the test end before their API, and the browser before them: what it asks for last is answered too.
  startOwnSite: async (
    { api: _, startOwnSite }: OtherApi & { readonly startOwnSite: StartOwnSite },
    use: (startOwnSite: StartOwnSite) => Promise<void>,
  ) => await use(startOwnSite),
};
