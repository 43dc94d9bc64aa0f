import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { addVariant, liveVersion, setLive, type VariantChange } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask, languageOf, textOf } from '@site/testkit/site/http.ts';
import { outputOf, siteProgram } from '@site/testkit/site/program.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { sharedSettings, testedReleases } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { degraded, metricsToken, readiness, readMetrics, ready } from '../operations/askOperations.ts';
import { expect, faultsOf, test } from './faultTest.ts';

interface BrokenShell {
  /** Ends the sentence "a shell that …". */
  readonly shell: string;
  readonly change: VariantChange;
  /** The fault in the list of releases. */
  readonly code: string;
}

const broken: readonly BrokenShell[] = [
  { shell: 'throws in its footer', change: { server: { footer: 'throw new Error("footer")' } }, code: 'RENDER-SHELL' },
  { shell: 'throws while loading', change: { server: { atLoad: 'throw new Error("load");' } }, code: 'RENDER-SHELL' },
  { shell: 'loops in its footer', change: { server: { footer: 'for (;;);' } }, code: 'RENDER-SHELL' },
  { shell: 'speaks another renderer protocol', change: { manifest: { protocol: 99 } }, code: 'RELEASE-PROTOCOL' },
];

/** Requests pages of every remote, bypassing the cache; returns the documents. */
async function pagesOf(site: RunningSite): Promise<readonly string[]> {
  const paths = languages.flatMap((language) => [
    addresses[language].home,
    addresses[language].blog,
    addresses[language].contact,
  ]);
  const answers = await Promise.all(paths.map(async (path) => [path, await ask(site, `${path}?boundaries`)] as const));
  for (const [path, { status, body }] of answers)
    expect([path, status, body.includes('</html>')]).toEqual([path, 200, true]);
  return answers.map(([, { body }]) => body);
}

/** A worker that doesn't start is given up after 10 s of its own time, twice. */
const whenGivenUp = { timeout: 50_000 };

for (const { shell, change, code } of broken) {
  test(`a shell that ${shell} takes no page down: visitors get the previous shell, and the operator is told`, async ({
    store,
    startOwnSite,
  }) => {
    const good = await liveVersion(store, 'shell');
    const bad = await addVariant(store, 'shell', change);
    const site = await startOwnSite({ releases: store, environment: { METRICS_TOKEN: metricsToken } });
    await pagesOf(site);
    await setLive(store, 'shell', bad, good);
    await expect
      .poll(async () => {
        for (const body of await pagesOf(site)) expect(body).not.toContain(`/assets/shell/${bad}/`);
        return await faultsOf(store, 'shell', bad);
      }, whenGivenUp)
      .toMatchObject([{ code }]);
    expect(await faultsOf(store, 'shell', good)).toEqual([]);
    for (const app of ['marketing', 'blog', 'contact'])
      expect(await faultsOf(store, app, await liveVersion(store, app)), app).toEqual([]);
    const listed = await outputOf(siteProgram, ['list'], {
      ...sharedSettings(store),
      DATA_DIR: site.dataDir,
    });
    expect(listed).toContain(`● ${bad}  live`);
    expect(listed).toContain(`${code}: `);
    expect(await readiness(site)).toEqual(code === 'RELEASE-PROTOCOL' ? ready : degraded('shell', new RegExp(bad)));
    const failures = `site_remote_failures_total{remote="shell",release="${bad}",side="server"}`;
    expect((await readMetrics(site)).get(failures)).toBeGreaterThan(0);
    expect((await ask(site, addresses.en.notFound)).status).toBe(404);
  });
}

test('a site that starts while a broken shell is live shows the previous one, with its scripts', async ({
  store,
  startOwnSite,
}) => {
  const good = await liveVersion(store, 'shell');
  const bad = await addVariant(store, 'shell', { server: { footer: 'throw new Error("footer")' } });
  await setLive(store, 'shell', bad, good);
  const site = await startOwnSite({ releases: store });
  for (const body of await pagesOf(site)) {
    expect(body).not.toContain(bad);
    const [entry = ''] = /(?<=data-entry=")[^"]+/.exec(body) ?? [];
    expect((await ask(site, entry)).status, entry).toBe(200);
  }
  const fixed = await addVariant(testedReleases, 'shell', {}, store);
  await setLive(store, 'shell', fixed, bad, good);
  await expect.poll(async () => (await pagesOf(site)).every((body) => body.includes(fixed)), whenGivenUp).toBe(true);
  await expect.poll(() => readiness(site)).toEqual(ready);
});

test('a shell that fails on one page loses only that page to the previous shell', async ({ store, startOwnSite }) => {
  const good = await liveVersion(store, 'shell');
  const bad = await addVariant(store, 'shell', {
    server: { footer: `if (url.startsWith('${addresses.en.pricing}')) throw new Error("pricing")` },
  });
  await setLive(store, 'shell', bad, good);
  const site = await startOwnSite({ releases: store });
  const shellOf = async (path: string) =>
    /data-entry="\/assets\/shell\/([^/"]+)/.exec((await ask(site, path)).body)?.[1];
  expect(await shellOf(addresses.en.home)).toBe(bad);
  const { status, body } = await ask(site, addresses.en.pricing);
  expect([status, body.includes(bad)]).toEqual([200, false]);
  await expect.poll(() => faultsOf(store, 'shell', bad)).toMatchObject([{ code: 'RENDER-THREW', module: 'pricing' }]);
  expect(await faultsOf(store, 'marketing', await liveVersion(store, 'marketing'))).toEqual([]);
});

test('a remote that fails with every shell is listed as faulty itself', async ({ store, startOwnSite }) => {
  const [earlier, blog] = [await liveVersion(store, 'shell'), await liveVersion(store, 'blog')];
  const shell = await addVariant(store, 'shell', {});
  await setLive(store, 'shell', shell, earlier);
  const bad = await addVariant(store, 'blog', { server: { atLoad: 'throw new Error("load");' } });
  await setLive(store, 'blog', bad);
  const site = await startOwnSite({ releases: store });
  expect((await ask(site, addresses.en.blog)).status).toBe(404);
  await expect.poll(() => faultsOf(store, 'blog', bad)).toMatchObject([{ code: 'RENDER-THREW', module: './list' }]);
  expect(await faultsOf(store, 'shell', shell)).toEqual([]);
  await setLive(store, 'blog', blog, bad);
  await expect.poll(async () => (await ask(site, addresses.en.blog)).status).toBe(200);
});

test('when no shell works, visitors get the last good pages, or an error page in their language', async ({
  store,
  startOwnSite,
}) => {
  const site = await startOwnSite({ releases: store });
  expect((await ask(site, addresses.en.home)).headers.get('cache-status')).toBeNull();
  await setLive(store, 'shell', await addVariant(store, 'shell', { server: { footer: 'throw new Error("footer")' } }));
  await expect.poll(async () => (await ask(site, addresses.en.home)).headers.get('cache-status')).toContain('stale');
  const unread = async (path: string, language: string) =>
    await ask(site, path, { headers: { accept: 'text/html', 'accept-language': language } });
  for (const [path, asked, shown] of [
    [addresses.fr.pricing, 'es', 'fr'],
    ['/nowhere', 'es', 'es'],
  ] as const) {
    const { status, headers, body } = await unread(path, asked);
    expect([status, headers.get('cache-control'), languageOf(body)]).toEqual([503, 'no-store', shown]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(textOf(body)).toContain(texts[shown].shell.failures.page.title);
  }
  expect((await ask(site, addresses.fr.pricing)).body, 'without a browser').toMatch(/^SITE-RENDER /);
});

const refused: readonly (readonly [what: string, change: VariantChange, reason: RegExp])[] = [
  [
    'throws in its footer',
    { server: { footer: 'throw new Error("footer")' } },
    /RELEASE-PREFLIGHT shell@\S+ can’t render its 404 page: footer/,
  ],
  [
    'throws on a page of a remote',
    { server: { footer: `if (url.startsWith('${addresses.es.contact}')) throw new Error("contact")` } },
    /RELEASE-PREFLIGHT \/es\/contacto .* threw: contact/,
  ],
  [
    'speaks another renderer protocol',
    { manifest: { protocol: 99 } },
    /RELEASE-PROTOCOL .* protocol 99, the site server 3/,
  ],
];

for (const [what, change, reason] of refused) {
  test(`a shell that ${what} is refused, and the live one stays`, async () => {
    const releases = await ReleaseStore.create();
    const live = await releases.live('shell');
    const elsewhere = await temporaryFolder('shells');
    const version = await addVariant(testedReleases, 'shell', change, elsewhere);
    const folder = join(elsewhere, 'shell', version);
    const { code, stderr } = await releases.run(['publish', 'shell', '--folder', folder, '--promote']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(reason)]);
    expect(await releases.live('shell')).toBe(live);
    await releases.remove();
    await rm(elsewhere, { recursive: true });
  });
}

// One that works there goes live in tests/e2e/releases/newRemote.all.spec.ts.
test('a shell that fails in a browser is refused, and the live one stays', async () => {
  const releases = await ReleaseStore.create();
  const elsewhere = await temporaryFolder('shells');
  const live = await releases.live('shell');
  const change: VariantChange = { browser: { atLoad: 'throw new Error("no start");' } };
  const version = await addVariant(testedReleases, 'shell', change, elsewhere);
  const folder = join(elsewhere, 'shell', version);
  const { code, stderr } = await releases.runProgram(['publish', 'shell', '--folder', folder, '--promote']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/RELEASE-PREFLIGHT [\s\S]* failed in a browser: Error: no start/),
  ]);
  expect(await releases.live('shell')).toBe(live);
  await releases.remove();
  await rm(elsewhere, { recursive: true });
});
