import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, type CodeChange, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { firstTierIf } from '../support/tiers.ts';
import { visit, waitForHydration } from '../support/visitor.ts';
import { type BreakableSite, complaintsOfFault, expect, faultsOf, test } from './faultTest.ts';

/** The blog's part of other pages: the latest article, at the end of the 404 page and of an article's. */
const latestOf = (page: Page) => page.locator('[data-fragment="latest-article"]');
const module = './fragment-latest';

/** Changes the fragment, and leaves the blog's pages as they are. */
const onlyFragment = (change: string): CodeChange => ({
  page: `name === '${module}' ? { ...page, ${change} } : page`,
});

/** The fragment on the 404 page, which never comes from memory at this address. */
async function shown(site: BreakableSite): Promise<string> {
  const { status, body } = await ask(site, `${addresses.en.notFound}?boundaries`);
  expect(status).toBe(404);
  expect(body, 'the page itself is whole').toContain(texts.en.shell.notFound.home);
  expect(body).toContain('</footer>');
  return /<div data-fragment="latest-article">(.*?)<\/div><\/main>/s.exec(body)?.[1] ?? '';
}

test('the 404 page names the latest article', async ({ page, watched }) => {
  watched.allow(/status of 404/);
  await page.goto(addresses.en.notFound);
  await waitForHydration(page);
  const link = latestOf(page).getByRole('link');
  await expect(link).toHaveAttribute('href', /^\/en\/blog\/./);
  const title = await link.textContent();
  await visit(page, addresses.en.blog);
  expect(title).toContain(await page.getByRole('article').first().getByRole('heading').textContent());
});

const faults = [
  { what: 'throws', change: onlyFragment('component: () => { throw new Error("fragment"); }'), code: 'RENDER-THREW' },
  { what: 'loops', change: onlyFragment('component: () => { for (;;); }'), code: 'RENDER-TIMEOUT' },
  {
    what: 'waits for its data forever',
    change: onlyFragment('load: () => new Promise(() => {})'),
    code: 'RENDER-TIMEOUT',
  },
  {
    what: 'rejects with its data',
    change: onlyFragment('load: () => Promise.reject(new Error("no data"))'),
    code: 'RENDER-THREW',
  },
] as const;

for (const { what, change, code } of faults)
  test(
    `where a fragment ${what}, the page is whole with the earlier version of it, and the fault is its owner’s`,
    firstTierIf(what === 'loops'),
    async ({ breakable: site }) => {
      const good = await addVariant(testedReleases, 'blog', {}, site.store);
      const bad = await addVariant(testedReleases, 'blog', { server: change }, site.store);
      await setLive(site.store, 'blog', bad, good);
      await expect.poll(() => shown(site), { timeout: 40_000 }).toContain(`data-release="${good}"`);
      await expect.poll(() => faultsOf(site.store, 'blog', bad)).toMatchObject([{ code, module }]);
      expect(await faultsOf(site.store, 'blog', good)).toEqual([]);
      expect(
        (await ask(site, `${addresses.en.blog}?boundaries`)).body,
        'its pages still come from the new version',
      ).toContain(`data-release="${bad}"`);
      await setLive(site.store, 'blog', bad);
      await expect.poll(() => shown(site), { timeout: 40_000 }).not.toContain('data-remote');
    },
  );

test('a fragment that throws in the browser stays as the server sent it, and the page works', async ({
  page,
  watched,
  breakable: site,
}) => {
  watched.allow(complaintsOfFault);
  const browser = onlyFragment('component: () => { throw new Error("in the browser"); }');
  const version = await addVariant(testedReleases, 'blog', { browser }, site.store);
  await setLive(site.store, 'blog', version);
  await expect.poll(() => shown(site), { timeout: 40_000 }).toContain(`data-release="${version}"`);
  const reported = page.waitForRequest((request) => request.postData()?.includes(`"release":"${version}"`) ?? false);
  await page.goto(site.origin + addresses.en.notFound);
  await waitForHydration(page);
  await reported;
  await expect(latestOf(page).getByRole('link')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.team }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('without the blog, the 404 page is as if there were no fragments', async ({ store, startOwnSite }) => {
  await rm(`${store}/blog`, { recursive: true });
  const site = await startOwnSite({ releases: store });
  const { status, body } = await ask(site, addresses.en.notFound);
  expect([status, body.includes('data-fragment')]).toEqual([404, false]);
});
