import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask, titleOf } from '@site/testkit/site/http.ts';
import { filled, texts } from '@site/testkit/site/texts.ts';
import { expectedTitle } from '../addresses/pages.ts';
import { repeatable } from '../addresses/promises/head.ts';
import { expect, test } from '../support/test.ts';
import { secondTier } from '../support/tiers.ts';
import { isMarked, markDocument, visit, waitForHydration } from '../support/visitor.ts';

const articleTitle = 'Three numbers your visitors feel before they read a word';

/** The title and tags of a document, and those that occur more than once. */
const headOf = (page: Page) =>
  page.evaluate((repeatable) => {
    const tags = [...document.head.querySelectorAll('meta[name], meta[property], title')];
    const counts: Record<string, number> = {};
    const contents: Record<string, string> = {};
    for (const tag of tags) {
      const name = tag.getAttribute('name') ?? tag.getAttribute('property') ?? 'document';
      counts[name] = (counts[name] ?? 0) + 1;
      contents[name] = tag.getAttribute('content') ?? tag.textContent;
    }
    const repeated = Object.keys(counts).filter((name) => counts[name] !== 1 && !repeatable.includes(name));
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[data-head]')];
    return { contents, repeated, links: links.map((link) => [link.rel, link.hreflang || link.type, link.href]) };
  }, repeatable);

test('after 20 client-side navigations, title and tags match the page without duplicates', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, addresses.en.home);
  await markDocument(page);
  const bar = page.getByRole('banner');
  for (let round = 0; round < 5; round += 1) {
    for (const name of ['services', 'pricing', 'team', 'blog'] as const) {
      await bar.getByRole('link', { name: texts.en.shell.navigation[name], exact: true }).click();
      await expect(page).toHaveTitle(expectedTitle(name, 'en'));
    }
  }
  expect(await isMarked(page)).toBe(true);
  const { contents, repeated, links } = await headOf(page);
  expect(repeated).toEqual([]);
  expect(contents.description).toBe(filled(texts.en.shell.routes.blog.description));
  expect(contents['og:title']).toBe(expectedTitle('blog', 'en'));
  expect(await page.locator('script[type="application/ld+json"]').count(), 'no data of another page').toBe(0);
  await page.reload();
  await waitForHydration(page);
  const fresh = await headOf(page);
  expect({ contents, links }, 'the server writes the same').toEqual({ contents: fresh.contents, links: fresh.links });
});

test(
  'after navigating on another host of the site, the head still has the public addresses',
  secondTier,
  async ({ page, startOwnSite }) => {
    const { origin } = await startOwnSite({ environment: { SITE_ORIGIN: 'https://www.example.com' } });
    await visit(page, origin + addresses.fr.home);
    await page.getByRole('banner').getByRole('link', { name: texts.fr.shell.navigation.pricing, exact: true }).click();
    await expect(page).toHaveTitle(expectedTitle('pricing', 'fr'));
    const { contents, links } = await headOf(page);
    expect(contents['og:image']).toBe('https://www.example.com/cards/fr/pricing.png');
    expect(links).toContainEqual(['canonical', '', 'https://www.example.com/fr/prix']);
    expect(links).toContainEqual(['alternate', 'es', 'https://www.example.com/es/precios']);
  },
);

test('an article sets the title of the page and of its cards', async ({ page, site }) => {
  expect(titleOf((await ask(site, addresses.en.article)).body)).toBe(articleTitle);
  await visit(page, addresses.en.article);
  const { contents, repeated } = await headOf(page);
  expect(contents).toMatchObject({
    document: articleTitle,
    title: articleTitle,
    'og:title': articleTitle,
    'twitter:title': articleTitle,
  });
  expect(repeated).toEqual([]);
});

test('going back to the blog replaces the head of an article', secondTier, async ({ page }) => {
  await visit(page, addresses.en.article);
  await page.getByRole('link', { name: texts.en.blog.redirect.back }).click();
  await expect(page).toHaveTitle(expectedTitle('blog', 'en'));
  expect((await headOf(page)).contents['og:title']).toBe(expectedTitle('blog', 'en'));
});

test('a visitor whose page head cannot be updated is sent to /', secondTier, async ({ page, watched }) => {
  watched.allow(/SITE-HEAD/);
  await visit(page, addresses.fr.services);
  await page.evaluate(() => {
    document.head.append = () => {
      throw new Error('no room in this head');
    };
  });
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.getByRole('banner').getByRole('link', { name: texts.fr.shell.navigation.team, exact: true }).click();
  await expect(page).toHaveURL('/fr');
  await waitForHydration(page);
  expect(visited).toContain('/');
});
