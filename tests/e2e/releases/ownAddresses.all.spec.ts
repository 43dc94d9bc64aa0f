import { texts } from '@site/testkit/site/texts.ts';
import { versionsOf } from '../support/head.ts';
import { isMarked, markDocument, visit, waitForHydration } from '../support/visitor.ts';
import { expect, test } from './eventsTest.ts';

const french = '/fr/events/salons';

test('a page in French alone is in no other language, for visitors and for search engines', async ({
  events: { origin },
}) => {
  const read = async (path: string) => await (await fetch(origin + path)).text();
  for (const path of ['/en/events/salons', '/es/events/salons'])
    expect((await fetch(origin + path)).status, path).toBe(404);
  const address = origin + french;
  const html = await read(french);
  expect(versionsOf(html)).toEqual({ fr: address, 'x-default': address });
  expect(html).not.toContain('og:locale:alternate');
  const sitemap = await read('/sitemap.xml');
  expect(sitemap).toContain(`<loc>${address}</loc>`);
  expect(sitemap).not.toMatch(/\/(en|es)\/events\/salons/);
  expect(await read('/fr/contact'), 'menu and footer').toMatch(/<header.*\/salons".*<footer.*\/salons"/s);
  for (const path of ['/en/contact', '/es/contacto']) expect(await read(path)).not.toContain('salons"');
});

for (const javaScriptEnabled of [false, true])
  test(`a visitor of a page in French alone is told so, and led to the page above in another language, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    events: { origin },
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: origin });
    const page = await context.newPage();
    await page.goto(french);
    if (javaScriptEnabled) await waitForHydration(page);
    const note = texts.fr.shell.languageNote.available.replace('{{languages}}', 'Français');
    await expect(page.getByRole('main').getByText(note)).toBeVisible();
    const english = page.getByRole('banner').getByRole('link', { name: 'English' }).first();
    await expect(english).toHaveAccessibleDescription(note);
    await english.click();
    await expect(page, 'the page above').toHaveURL('/en/events');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('#language-note')).toHaveCount(0);
    await context.close();
  });

test('a page that has moved is found at its old address in each language, and search engines learn of the new one alone', async ({
  events: { origin },
}) => {
  for (const language of ['en', 'fr', 'es'])
    for (const old of ['events/fair/open-house', 'events/fair/open-house/']) {
      const answer = await fetch(`${origin}/${language}/${old}?utm_source=x&a=1`, { redirect: 'manual' });
      expect(answer.status).toBe(301);
      expect(answer.headers.get('location')).toBe(`/${language}/events/open-house?utm_source=x&a=1`);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
  expect(await (await fetch(`${origin}/sitemap.xml`)).text()).not.toContain('/fair/');
});

test('an open page goes to the new address of a page that has moved, without loading a document', async ({ page }) => {
  await visit(page, '/en/contact');
  await markDocument(page);
  await page.evaluate(() => {
    window.history.pushState({}, '', '/en/events/fair/open-house?a=1#main');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).toHaveURL('/en/events/open-house?a=1#main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open house');
  expect(await isMarked(page)).toBe(true);
});
