import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findNginx, startStaticNginx } from '@site/testkit/nginx.ts';
import { addresses, everyAddress } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { outputOf, siteProgram, startProgram } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { startApi } from '@site/testkit/site/servers.ts';
import { sharedSite } from '@site/testkit/site/sharedSite.ts';
import { headersAt, startStaticHost } from '@site/testkit/site/staticHost.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { ContactForm } from '../contact/contactTest.ts';
import { expectSecurityHeaders } from '../security/expectSecurityHeaders.ts';
import { runCli } from '../support/serverTest.ts';
import { test as base, expect } from '../support/test.ts';
import { secondTier } from '../support/tiers.ts';
import { isMarked, markDocument } from '../support/visitor.ts';

interface Exported {
  readonly folder: string;
  readonly origin: string;
}

const test = base.extend<object, { readonly exported: Exported }>({
  exported: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const dataDir = await temporaryFolder('export-data');
      const folder = await temporaryFolder('export');
      await outputOf(siteProgram, ['export', folder], {
        RELEASES: testedReleases,
        DATA_DIR: dataDir,
        SITE_ORIGIN: sharedSite().origin,
      });
      const { origin, stop } = await startStaticHost(folder);
      await use({ folder, origin });
      stop();
      for (const made of [dataDir, folder]) await rm(made, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

// With several workers, each would export the site.
test.describe.configure({ mode: 'default' });

test('the exported site has the same pages as the server', async ({ exported, site }) => {
  for (const { path, page } of everyAddress.filter(({ page: name }) => name !== 'notFound')) {
    const file = await readFile(join(exported.folder, path, 'index.html'), 'utf8');
    const marked = (await ask(site, path)).body.replace('<html ', '<html data-exported ');
    expect(file, page).toBe(marked);
  }
});

test(
  'the exported site has the same files for search engines, networks, phones and feed readers as the server',
  secondTier,
  async ({ exported, site }) => {
    const files = ['robots.txt', 'sitemap.xml', 'fr/atom.xml', 'fr/manifest.webmanifest', 'icon.svg', 'favicon.ico'];
    for (const file of [...files, 'cards/es/home.png']) {
      const response = await fetch(`${site.origin}/${file}`);
      const exportedFile = await readFile(join(exported.folder, file));
      expect(exportedFile.equals(Buffer.from(await response.arrayBuffer())), file).toBe(true);
    }
  },
);

test('the exported site works on a plain static host', async ({ exported, page }) => {
  await page.goto(exported.origin + addresses.fr.home);
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  await page.getByRole('banner').getByRole('link', { name: texts.fr.shell.navigation.pricing, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.fr.marketing.pricing.title })).toBeVisible();
  await expect(page).toHaveURL(exported.origin + addresses.fr.pricing);
});

test(
  'a part of another team on an exported page is whole, and works',
  secondTier,
  async ({ exported, page, watched }) => {
    watched.allow(/status of 404/);
    await page.goto(`${exported.origin}/en/nowhere`);
    await expect(page.locator('html[data-hydrated]')).toBeAttached();
    await markDocument(page);
    await page.locator('[data-fragment="latest-article"]').getByRole('link').click();
    await expect(page.locator('main [data-remote="blog"]').first()).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  },
);

test('a message from a static host reaches an API on another origin', secondTier, async ({ page }) => {
  const folder = await temporaryFolder('export');
  const { origin, stop } = await startStaticHost(folder);
  const api = await startApi({ SITE_ORIGIN: origin });
  const settings = { RELEASES: testedReleases, DATA_DIR: api.dataDir, SITE_ORIGIN: origin, API_ORIGIN: api.origin };
  await outputOf(siteProgram, ['export', folder], settings);
  const form = new ContactForm(page);
  const subject = 'From a static host to the API';
  await form.open('es', origin);
  await form.fill({ name: 'Ada Lovelace', email: 'ada@example.org', subject, message: 'Is anyone there?' });
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
  expect(await runCli('messages', api, 'list')).toContain(subject);
  // A tab asks for the route table after a navigation.
  await page.goto('about:blank');
  stop();
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  'the exported site has the headers and redirects of the server, and a 404 page for each language',
  secondTier,
  async ({ exported }) => {
    const headers = await readFile(join(exported.folder, '_headers'), 'utf8');
    const [everything = ''] = headers.split('\n\n');
    const [path, ...lines] = everything.split('\n');
    const sent = new Headers(lines.map((line) => line.trim().split(/: (.*)/, 2) as [string, string]));
    expect(path).toBe('/*');
    expectSecurityHeaders(sent, '_headers');
    expect(sent.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
    expect(sent.get('integrity-policy')).toBe('blocked-destinations=(script)');
    const redirects = await readFile(join(exported.folder, '_redirects'), 'utf8');
    expect(redirects).toContain('/fr/prix/ /fr/prix 301\n');
    expect(redirects).toContain('/es/* /es/404.html 404\n');
    const missing = await readFile(join(exported.folder, 'es/404.html'), 'utf8');
    expect(missing).toContain(texts.es.shell.notFound.title);
  },
);

/** Headers that hosts set themselves, or that only a server can set: its encodings, and how it answered. */
const ofHosts = [
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'vary',
  'x-request-id',
  'accept-ranges',
];
const ofServers = ['cache-status', 'content-type', 'transfer-encoding'];

/** Headers of the server that the export lacks on purpose. */
const lacking: Readonly<Record<string, readonly string[]>> = {
  // Hosts have one policy for all pages, and their own caching; only a server compresses with a dictionary.
  page: ['content-security-policy', 'cache-control', 'use-as-dictionary'],
  file: ['use-as-dictionary'],
  // Descriptions, in which nothing can run, have the policy of the pages.
  description: ['content-security-policy', 'cache-control'],
};

test(
  'a static host sends every header of the server, except those that it lacks on purpose',
  secondTier,
  async ({ exported, site }) => {
    const rules = await readFile(join(exported.folder, '_headers'), 'utf8');
    const { body } = await ask(site, addresses.en.home);
    const [asset = ''] = /\/assets\/[^"' ?)]+\.js/.exec(body) ?? [];
    const files = ['/icon.svg', '/favicon.ico', '/fr/manifest.webmanifest', '/cards/es/home.png'];
    const asked: readonly (readonly [path: string, kind: string])[] = [
      [addresses.en.home, 'page'],
      ...[asset, ...files].map((path) => [path, 'file'] as const),
      ...['/fr/atom.xml', '/robots.txt', '/sitemap.xml'].map((path) => [path, 'description'] as const),
    ];
    for (const [path, kind] of asked) {
      const sent = headersAt(rules, path);
      const { headers } = await ask(site, path);
      const missing = [...headers]
        .filter(([name]) => ![...ofHosts, ...ofServers, ...(lacking[kind] ?? [])].includes(name))
        .filter(([name, value]) => sent.get(name) !== value && !sent.get(name)?.endsWith(`, ${value}`));
      expect(missing, path).toEqual([]);
    }
    expect(headersAt(rules, asset).get('content-security-policy')).toMatch(/; sandbox$/);
  },
);

test(
  'nginx serves the exported site compressed, with every header, and leads from other spellings to its pages',
  secondTier,
  async ({ exported }) => {
    const program = await findNginx();
    // biome-ignore lint/suspicious/noSkippedTests: outside CI, nginx is optional
    test.skip(!program && !process.env.CI, 'Needs nginx: install it, or run on Debian where it can be fetched.');
    const folder = await temporaryFolder('export-nginx');
    const nginx = await startStaticNginx(program ?? 'nginx', folder, exported.folder);
    const ask = (path: string) => fetch(nginx.origin + path, { redirect: 'manual' });
    const rules = await readFile(join(exported.folder, '_headers'), 'utf8');
    const home = await (await ask(addresses.en.home)).text();
    const [asset = ''] = /\/assets\/[^"' ?)]+\.js/.exec(home) ?? [];
    const files = ['/icon.svg', '/fr/manifest.webmanifest', '/fr/atom.xml', '/cards/es/home.png', '/sitemap.xml'];
    for (const path of [addresses.en.home, addresses.fr.pricing, asset, ...files]) {
      const { status, headers } = await ask(path);
      expect(status, path).toBe(200);
      for (const [name, value] of headersAt(rules, path)) expect(headers.get(name), `${path} ${name}`).toBe(value);
      if (!path.endsWith('.png')) expect(headers.get('content-encoding'), path).toBe('gzip');
    }
    expect((await ask('/fr/manifest.webmanifest')).headers.get('content-type')).toBe('application/manifest+json');
    const moved = await ask(`${addresses.fr.pricing}/`);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, nginx.origin + addresses.fr.pricing]);
    const missing = await ask('/es/nada');
    expect([missing.status, await missing.text()]).toEqual([
      404,
      await readFile(join(exported.folder, 'es/404.html'), 'utf8'),
    ]);
    expect(missing.headers.get('content-security-policy')).toContain("script-src 'self'");
    for (const file of ['/_headers', '/_nginx.conf', '/.export.json']) expect((await ask(file)).status, file).toBe(404);
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  },
);

test(
  'visitors of a static host miss nothing while the site is exported again, even if that is killed',
  secondTier,
  async ({ exported }) => {
    const work = await temporaryFolder('export-again');
    const folder = join(work, 'out');
    await cp(exported.folder, folder, { recursive: true });
    const { origin, stop } = await startStaticHost(folder);
    const settings = { RELEASES: testedReleases, DATA_DIR: join(work, 'data'), SITE_ORIGIN: 'https://new.example.com' };
    const paths = everyAddress.filter(({ page }) => page !== 'notFound').map(({ path }) => path);
    const missing: string[] = [];
    let visits = 0;
    let isRunning = true;
    const visitors = (async () => {
      while (isRunning) {
        const path = paths[visits % paths.length] ?? '/';
        const response = await fetch(origin + path);
        const [file = path] = /\/assets\/[^"' ?)]+\.js/.exec(await response.text()) ?? [];
        if (!(response.ok && (await fetch(origin + file)).ok)) missing.push(path);
        visits += 1;
        // Leaves the processors to the export.
        await delay(5);
      }
    })();

    const home = () => readFile(join(folder, 'en/index.html'), 'utf8');
    const before = await home();
    const incoming = join(dirname(folder), `.${basename(folder)}.incoming`);
    const killed = startProgram(siteProgram, ['export', folder], settings);
    await expect.poll(() => readdir(incoming).catch(() => [])).toContain('en');
    killed.process.kill('SIGKILL');
    expect(await killed.exited).toBe(null);
    expect(await home()).toBe(before);

    await outputOf(siteProgram, ['export', folder], settings);
    expect(await home()).toContain('https://new.example.com/en');
    expect(await readdir(work), 'what the killed export left is gone').not.toContain(basename(incoming));
    isRunning = false;
    await visitors;
    stop();
    expect(missing).toEqual([]);
    expect(visits).toBeGreaterThan(paths.length);
    await rm(work, { recursive: true, force: true });
  },
);

test('an exported page with a dead link is found, with its file', secondTier, async ({ exported }) => {
  const work = await temporaryFolder('export-check');
  const check = () => startProgram(siteProgram, ['export', '--check', work], {});
  await cp(exported.folder, work, { recursive: true });
  expect(await check().exited).toBe(0);
  await rm(join(work, 'fr/equipe'), { recursive: true });
  const found = check();
  expect(await found.exited).toBe(1);
  expect(found.output()).toMatch(/^SITE-LINKS \d+ addresses lead nowhere:$/m);
  expect(found.output()).toContain('\nfr/index.html: /fr/equipe\n');
  await rm(work, { recursive: true, force: true });
});
