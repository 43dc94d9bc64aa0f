import { cp, rename, rm } from 'node:fs/promises';
import { FaultyOrigin } from '@site/testkit/site/faults/FaultyOrigin.ts';
import { addVariant, liveVersion, setLive, type VariantChange } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { reportsOf, testedReleases } from '@site/testkit/site/releases.ts';
import type { SiteOptions } from '@site/testkit/site/servers.ts';
import { type Disturbance, type FragileSite, startFragile } from './chaosRun.ts';

/** A page that can't be rendered. */
const throws = '{ ...page, component: () => { throw new Error("broken on purpose") } }';

/** Releases that go live without any check, and unreachable stores. */
export const releaseDisturbances: readonly Disturbance[] = [
  {
    name: 'remote that throws at each page',
    alert: 'SiteReleaseFails',
    prepare: () => badRelease('marketing', { server: { page: throws } }),
  },
  {
    name: 'remote that throws at load',
    alert: 'SiteReleaseFails',
    prepare: () => badRelease('marketing', { server: { atLoad: 'throw new Error("broken on purpose");' } }),
  },
  {
    name: 'remote that loops',
    alert: 'SiteReleaseFails',
    prepare: () => badRelease('marketing', { server: { page: '{ ...page, component: () => { for (;;); } }' } }),
  },
  {
    name: 'shell that throws at load',
    alert: 'SiteReleaseFails',
    prepare: () => badRelease('shell', { server: { atLoad: 'throw new Error("broken on purpose");' } }),
  },
  {
    name: 'shell that throws in its footer',
    alert: 'SiteReleaseFails',
    prepare: () => badRelease('shell', { server: { footer: 'throw new Error("broken on purpose")' } }),
  },
  {
    name: 'shell that loops in its footer',
    alert: 'SiteReleaseFails',
    prepare: () => badRelease('shell', { server: { footer: 'for (;;);' } }),
  },
  { name: 'store of releases, a folder, gone', alert: 'SiteStoreUnreadable', prepare: missingFolder },
  { name: 'store of releases over HTTP refuses', alert: 'SiteStoreUnreadable', prepare: refusingStore },
];

/** A site on a copy of the tested releases. */
async function siteOnCopy(start: (store: string) => Promise<SiteOptions>) {
  const store = await temporaryFolder('chaos-store');
  await cp(testedReleases, store, { recursive: true });
  const site = await startFragile(await start(store));
  const close = async () => {
    await site.stop();
    for (const folder of [store, reportsOf(store)]) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { site, store, close };
}

async function badRelease(app: string, change: VariantChange): Promise<FragileSite> {
  const { site, store, close } = await siteOnCopy(async (releases) => ({ releases }));
  const good = await liveVersion(store, app);
  return {
    site,
    fail: async () => setLive(store, app, await addVariant(store, app, change), good),
    fix: () => setLive(store, app, good),
    close,
  };
}

async function missingFolder(): Promise<FragileSite> {
  const { site, store, close } = await siteOnCopy(async (releases) => ({ releases }));
  const away = `${store}-away`;
  return { site, fail: () => rename(store, away), fix: () => rename(away, store), close };
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
    fix: async () => origin?.heal(),
    close: async () => {
      await close();
      await origin?.stop();
    },
  };
}
