import { test as base } from '@playwright/test';
import { startProgram } from '@site/testkit/site/program.ts';
import { type ApiServer, type SiteOptions, type SiteServer, startApi, startSite } from '@site/testkit/site/servers.ts';

/** Starts a site of the test's own, stopped when the test has ended. */
export type StartOwnSite = (options?: SiteOptions) => Promise<SiteServer>;

interface ServerFixtures {
  readonly startOwnSite: StartOwnSite;
}

interface SharedServer {
  /** The site, for all tests that leave it as it is. */
  readonly site: SiteServer;
}

/** A test that needs a running site, and no browser. */
export const test = base.extend<ServerFixtures, SharedServer>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  startOwnSite: async ({}, use) => {
    const started: SiteServer[] = [];
    await use(async (options) => {
      const site = await startSite(options);
      started.push(site);
      return site;
    });
    await Promise.all(started.map((site) => site.stop()));
  },
});

export { expect } from '@playwright/test';

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

/** Runs `npm run news` or `npm run messages` on a site's database, and returns what it prints. */
export async function runCli(
  cli: 'news' | 'messages',
  { dataDir }: Pick<SiteServer, 'dataDir'>,
  ...parameters: string[]
): Promise<string> {
  const program = startProgram(`api/src/cli/${cli}.ts`, parameters, { DATA_DIR: dataDir });
  const code = await program.exited;
  if (code !== 0) throw new Error(`"${cli} ${parameters.join(' ')}" ended with code ${code}:\n${program.output()}`);
  return program.output();
}
