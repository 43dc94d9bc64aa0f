import { test as base } from '@playwright/test';
import { Host } from '@site/testkit/host/Host.ts';
import { programEnvironment } from '@site/testkit/site/program.ts';
import {
  type ApiServer,
  hostSite,
  type RunningSite,
  type SiteOptions,
  type SiteServer,
  startApi,
  startSite,
} from '@site/testkit/site/servers.ts';
import { type SharedSite, sharedSite } from '@site/testkit/site/sharedSite.ts';

/** Starts a site for one test, which is stopped at the end of the test. */
export type StartOwnSite = (options?: Omit<SiteOptions, 'descriptors' | 'project'>) => Promise<RunningSite>;

interface ServerFixtures {
  readonly startOwnSite: StartOwnSite;
  /** Like `startOwnSite`, but in its own process, for tests of that process. */
  readonly startOwnProcess: (options?: SiteOptions) => Promise<SiteServer>;
  /** The site that is shared by all tests that don't change it. */
  readonly site: SharedSite;
}

/** A test of a running site, without a browser. */
export const test = base.extend<ServerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  site: async ({}, use) => use(sharedSite()),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  startOwnSite: async ({}, use) => await useStarted(hostSite, use),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  startOwnProcess: async ({}, use) => await useStarted(startSite, use),
});

/** Lets a test start sites, and stops them at its end. */
async function useStarted<Options, Site extends RunningSite>(
  start: (options?: Options) => Promise<Site>,
  use: (start: (options?: Options) => Promise<Site>) => Promise<void>,
): Promise<void> {
  const started: Site[] = [];
  await use(async (options) => {
    const site = await start(options);
    started.push(site);
    return site;
  });
  await Promise.all(started.map((site) => site.stop()));
}

export { expect } from '@playwright/test';

/** A test with a separate API server. */
export interface OtherApi {
  readonly api: ApiServer;
}

/** Its fixtures: an API server on a free port, with an empty data folder. */
export const otherApi = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  api: async ({}, use: (api: ApiServer) => Promise<void>) => {
    const api = await startApi();
    await use(api);
    await api.stop();
  },
  // Stops the browser first, then sites, then the API, so that the last requests are still answered.
  startOwnSite: async (
    { api: _, startOwnSite }: OtherApi & { readonly startOwnSite: StartOwnSite },
    use: (startOwnSite: StartOwnSite) => Promise<void>,
  ) => await use(startOwnSite),
};

/** Runs `site news` or `site messages` on a site's database, and returns its output. */
export async function runCli(
  cli: 'news' | 'messages',
  { dataDir }: Pick<RunningSite, 'dataDir'>,
  ...parameters: string[]
): Promise<string> {
  const { code, stdout, stderr } = await Host.get().run([cli, ...parameters], {
    ...programEnvironment,
    DATA_DIR: dataDir,
  });
  if (code !== 0) throw new Error(`"${cli} ${parameters.join(' ')}" ended with code ${code}:\n${stdout}${stderr}`);
  return stdout;
}
