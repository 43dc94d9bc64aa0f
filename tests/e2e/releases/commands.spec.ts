import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { markOf } from '@site/testkit/releases/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { changeFile } from '@site/testkit/site/ReleaseStore.ts';
import { previewQuery } from '@site/testkit/site/releases.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { goesLiveAndBack } from './goesLiveAndBack.ts';
import { expect, test } from './releaseTest.ts';

test('a promotion or rollback is live without a restart or a failed request', ({ store, ownSite }) =>
  goesLiveAndBack(store, ownSite, { app: 'blog', path: '/en/blog' }));

test('only visitors with its preview link see a published version', async ({ store, ownSite, page }) => {
  await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'variant-1')]);
  // The port of the settings differs: the link leads to the running site.
  const { stdout } = await store.run(['preview', 'blog', 'variant-1'], { PORT: '1' });
  const link = stdout.trim();
  const known = await store.run(['preview', 'blog', 'variant-1'], { SITE_ORIGIN: 'https://www.example.com' });
  expect(known.stdout).toMatch(/^https:\/\/www\.example\.com\/en\/blog\?preview=blog@variant-1\.\d+\.[\w-]+\n$/);
  expect(link).toContain(`${ownSite.origin}/en/blog?preview=blog@variant-1.`);

  const { status, headers, body } = await ask(ownSite, link.replace(ownSite.origin, ''));
  expect(status).toBe(200);
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toContain('<meta name="robots" content="noindex">');
  expect((await ask(ownSite, '/en/blog')).body).not.toContain('variant-1');

  const files = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/blog/')) files.set(pathname, response.status());
  });
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(markOf('variant-1'));
  await expect(page.locator('.preview-badge')).toContainText('blog@variant-1');
  await expect(page.locator('.preview-badge')).toBeVisible();
  await expect.poll(() => files.get('/assets/blog/variant-1/remote.js'), 'with the link').toBe(200);
  expect([...new Set(files.values())], 'with the link').toEqual([200]);
  expect((await ask(ownSite, '/assets/blog/variant-1/remote.js')).status, 'without it').toBe(404);

  const statusOf = async (query: string) => (await ask(ownSite, `/en/blog?${query}`)).status;
  expect(await statusOf('preview=blog@variant-1'), 'unsigned').toBe(404);
  expect(await statusOf(previewQuery('blog', 'variant-1', -1_000)), 'expired').toBe(404);
  const altered = (query: string) => query.replace(/[\w-](?=[\w-]$)/, (character) => (character === 'A' ? 'B' : 'A'));
  expect(await statusOf(altered(previewQuery('blog', 'variant-1'))), 'altered').toBe(404);
  await store.run(['promote', 'blog', 'variant-1']);
  await store.run(['rollback', 'blog']);
  await expect.poll(() => statusOf(link.split('?')[1] ?? ''), 'given up').toBe(404);
});

test.describe('a preview of anything that is not in the store shows the 404 page', () => {
  const previews = ['blog@variant-9', 'blog@https://elsewhere.example', 'blog@../../contact', 'blog@', 'blog'];
  for (const preview of previews) {
    test(`?preview=${preview}`, async ({ site }) => {
      const { status, headers } = await ask(site, `/en/blog?preview=${preview}`);
      expect(status).toBe(404);
      expect(headers.get('x-robots-tag')).toBe('noindex');
    });
  }
});

test(
  'with ?boundaries, each area shows its remote; without it, nothing extra is loaded',
  secondTier,
  async ({ page, store, ownSite }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${ownSite.origin}/en/blog`);
    await page.waitForLoadState('networkidle');
    expect(requests).not.toContain('/modes.css');

    await page.goto(`${ownSite.origin}/en/blog?boundaries`);
    expect(requests).toContain('/modes.css');
    const area = page.locator('[data-remote="blog"]');
    const label = await area.evaluate((element) => getComputedStyle(element, '::before').content);
    expect(label.replaceAll(/["+ ]/g, '')).toBe(`blog@${await store.live('blog')}`);
    expect(await area.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('dashed');
  },
);

test.describe('a broken version stays unpublished, and the error says why', () => {
  const breaks = [
    [
      'throws when it is loaded',
      'RELEASE-PREFLIGHT',
      (code: string) => `throw new Error('No luck today');\n${code}`,
      'No luck today',
    ],
    ['never ends', 'RELEASE-PREFLIGHT', (code: string) => `for (;;);\n${code}`, 'took too long'],
    [
      'lacks a French text',
      'RELEASE-CATALOGUE',
      (code: string) => code.replace(/\\"readMore\\":\\"Lire la suite[^"]*\\",/, ''),
      'lacks texts in "fr": list.readMore',
    ],
    [
      'names an unknown value',
      'RELEASE-CATALOGUE',
      (code: string) => code.replaceAll('\\"readMore\\":\\"', '\\"readMore\\":\\"{{titre}} '),
      'values that nobody gives: {{titre}} of',
    ],
  ] as const;
  for (const [fault, errorCode, change, reason] of breaks) {
    test(
      fault,
      firstTierIf(fault === 'throws when it is loaded' || fault === 'lacks a French text'),
      async ({ store }) => {
        const folder = await store.buildVariant('blog', 'variant-1');
        await changeFile(folder, 'server/remote.cjs', change);
        const before = await readdir(join(store.folder, 'blog'));
        const answer = await store.run(['publish', 'blog', '--folder', folder, '--promote', '--json']);
        expect(answer).toMatchObject({ code: 1, stdout: '' });
        const { error } = JSON.parse(answer.stderr) as {
          readonly error: { readonly code: string; readonly message: string };
        };
        expect(error.code).toBe(errorCode);
        expect(error.message).toContain(reason);
        expect(await readdir(join(store.folder, 'blog'))).toEqual(before);
      },
    );
  }
});

test('a version whose every page works in a browser is published', secondTier, async ({ store }) => {
  const folder = await store.buildVariant('blog', 'variant-1');
  expect(await store.runProgram(['publish', 'blog', '--folder', folder])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('hydrating every page of blog@variant-1 in a browser'),
  });
});

test('a version that throws in a browser stays unpublished', async ({ store }) => {
  const broken = await store.buildVariant('blog', 'variant-2');
  await changeFile(broken, 'web/page-list.js', (code) => `throw new Error('No luck in browsers');\n${code}`);
  const answer = await store.runProgram(['publish', 'blog', '--folder', broken]);
  expect(answer).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('RELEASE-PREFLIGHT /en/blog') });
  expect(answer.stderr).toContain('No luck in browsers');
  expect(await readdir(join(store.folder, 'blog'))).not.toContain('variant-2');
});

test('the list shows which versions are live, earlier or only published', async ({ store }) => {
  const old = await store.live('blog');
  await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'variant-1'), '--promote']);
  await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'variant-2')]);
  const { code, stdout } = await store.run(['list', '--json']);
  expect(code).toBe(0);
  const apps = JSON.parse(stdout) as readonly { readonly app: string; readonly versions: readonly object[] }[];
  expect(apps.map(({ app }) => app).toSorted()).toEqual(['blog', 'contact', 'marketing', 'shell']);
  expect(apps.find(({ app }) => app === 'blog')?.versions).toMatchObject([
    { version: 'variant-2', state: 'published', faults: [] },
    { version: 'variant-1', state: 'live', since: expect.any(String), faults: [] },
    { version: old, state: 'earlier', since: expect.any(String), faults: [] },
  ]);
  const text = (await store.run(['list'])).stdout;
  expect(text).toMatch(/● variant-1 +live +live since \S+ .+ healthy/);
});

test('pruning removes unneeded versions', secondTier, async ({ store }) => {
  await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'variant-1')]);
  expect((await store.run(['prune'])).stdout).toMatch(/^Nothing was removed\.$/m);
  expect((await store.run(['prune', '--last', '0', '--days', '0'])).stdout).toMatch(/^Removed: blog@variant-1\.$/m);
});

test('a promotion during another one fails with its own exit code', async ({ store }) => {
  const lock = new DatabaseSync(join(store.folder, 'blog/current.lock'));
  lock.exec('BEGIN EXCLUSIVE');
  const answer = await store.run(['promote', 'blog', await store.live('blog')]);
  lock.close();
  expect(answer).toMatchObject({ code: 3, stderr: expect.stringContaining('RELEASE-BUSY') });
});

// Which commands are impossible: platform/cli/src/release/commandLine.test.ts.
test('an impossible command ends with the reason and an exit code', async ({ store }) => {
  for (const [parameters, code, errorCode] of [
    [['promote', 'blog', 'variant-9'], 1, 'RELEASE-UNKNOWN'],
    [['list', '--everything'], 2, 'RELEASE-USAGE'],
  ] as const) {
    const answer = await store.run(parameters);
    const reason = expect.stringMatching(new RegExp(`^${errorCode} `, 'm'));
    expect(answer).toMatchObject({ code, stdout: '', stderr: reason });
    expect(answer.stderr).not.toMatch(/^ +at /m);
  }
});
