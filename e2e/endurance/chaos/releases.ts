import { cp, rename, rm } from 'node:fs/promises';
import { FaultyOrigin } from '@site/testkit/site/faults/FaultyOrigin.ts';
import { addVariant, liveVersion, setLive, type VariantChange } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { type SiteOptions, startSite } from '@site/testkit/site/servers.ts';
import type { Disturbance, FragileSite } from './chaosRun.ts';

/** A page that can't be rendered. */
const throws = '{ ...page, default: () => { throw new Error("broken on purpose") } }';

/** Releases that get live without any check, and stores that are gone. */
export const releaseDisturbances: readonly Disturbance[] = [
  {
    name: 'remote that throws at each page',
    prepare: () => badRelease('marketing', { server: { page: throws } }),
  },
  {
    name: 'remote that throws at load',
    prepare: () => badRelease('marketing', { server: { atLoad: 'throw new Error("broken on purpose");' } }),
  },
  {
    name: 'remote that loops',
    prepare: () => badRelease('marketing', { server: { page: '{ ...page, default: () => { for (;;); } }' } }),
  },
  {
    name: 'shell that throws at load',
    prepare: () => badRelease('shell', { server: { atLoad: 'throw new Error("broken on purpose");' } }),
  },
  {
    name: 'shell that throws in its footer',
    prepare: () => badRelease('shell', { server: { footer: 'throw new Error("broken on purpose")' } }),
  },
  { name: 'shell that loops in its footer', prepare: () => badRelease('shell', { server: { footer: 'for (;;);' } }) },
  { name: 'store of releases, a folder, gone', prepare: missingFolder },
  { name: 'store of releases over HTTP refuses', prepare: refusingStore },
];

/** A site on a copy of the tested releases. */
async function siteOnCopy(start: (store: string) => Promise<SiteOptions>) {
  const store = await temporaryFolder('chaos-store');
  await cp(testedReleases, store, { recursive: true });
  const site = await startSite(await start(store));
  const close = async () => {
    await site.stop();
    await rm(store, { recursive: true, force: true, maxRetries: 5 });
  };
  return { site, store, close };
}

async function badRelease(app: string, change: VariantChange): Promise<FragileSite> {
  const { site, store, close } = await siteOnCopy(async (releases) => ({ releases }));
  const good = await liveVersion(store, app);
  return {
    site,
    fail: async () => setLive(store, app, await addVariant(store, app, change), good),
    mend: () => setLive(store, app, good),
    close,
  };
}

async function missingFolder(): Promise<FragileSite> {
  const { site, store, close } = await siteOnCopy(async (releases) => ({ releases }));
  const away = `${store}-away`;
  return { site, fail: () => rename(store, away), mend: () => rename(away, store), close };
}

async function refusingStore(): Promise<FragileSite> {
  let origin: FaultyOrigin | undefined;
  const { site, close } = await siteOnCopy(async (store) => {
    origin = await FaultyOrigin.start(store);
    return { releases: origin.address };
  });
  return {
    site,
    fail: async () => origin?.refuse(),
    mend: async () => origin?.heal(),
    close: async () => {
      await close();
      await origin?.stop();
    },
  };
}
