import { addresses } from '@site/testkit/site/addresses.ts';
import { ask, between, textOf } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, failedResource, test } from '../support/test.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';

const meant = [
  { asked: '/en/servicios', language: 'en', page: 'services' },
  { asked: '/fr/pricing', language: 'fr', page: 'pricing' },
  { asked: '/es/politique-confidentialite', language: 'es', page: 'privacy' },
  { asked: '/en/Contact', language: 'en', page: 'contact' },
  { asked: '/fr/equipes', language: 'fr', page: 'team' },
  { asked: '/es/blog/desconocido', language: 'es', page: 'blog' },
] as const;

for (const { asked, language, page } of meant) {
  test(`${asked} shows the 404 page, which suggests ${addresses[language][page]}`, async ({ site }) => {
    const { status, body } = await ask(site, asked);
    expect(status).toBe(404);
    const content = between(body, /<main[^>]*>/, /<\/main>/);
    expect(content).toContain(`href="${addresses[language][page]}"`);
    expect(textOf(content)).toContain(texts[language].shell.routes[page].title);
  });
}

test('without a similar page, the 404 page links only to the home page, besides the latest article', async ({
  site,
}) => {
  const { body } = await ask(site, addresses.en.notFound);
  expect(between(body, /<main[^>]*>/, /<\/main>/).match(/href="[^"]*"/g)).toEqual([
    'href="/"',
    expect.stringMatching(/^href="\/en\/blog\/./),
  ]);
});

test('a visitor who follows the suggestion gets the page without a page load', async ({ page, watched }) => {
  watched.allow(failedResource);
  await visit(page, '/fr/pricing');
  await markDocument(page);
  await page.getByRole('link', { name: texts.fr.shell.routes.pricing.title }).click();
  await expect(page).toHaveURL(addresses.fr.pricing);
  await expect(page.locator('head meta[name="robots"]')).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});
