import type { Page } from '@playwright/test';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, failedResource, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { isMarked, markDocument, visit, waitForHydration } from '../support/visitor.ts';

const storedLanguage = (page: Page) => page.evaluate(() => localStorage.getItem('lang'));

/** Sets the browser's preferred languages. */
const prefer = (page: Page, preferred: readonly string[]) =>
  page.addInitScript((wanted) => Object.defineProperty(navigator, 'languages', { get: () => wanted }), preferred);

/** Stores a language as if from an earlier visit, once: later documents keep what the site stores. */
async function rememberLanguage(page: Page, code: string) {
  await page.goto('/assets/nothing');
  await page.evaluate((value) => localStorage.setItem('lang', value), code);
}

for (const [preferred, language] of [
  [['es-MX', 'en'], 'es'],
  [['fr-CA'], 'fr'],
  [['en-AU', 'fr'], 'en'],
  [['de-DE', 'fr-FR', 'es'], 'fr'],
  [['de', 'ja'], 'en'],
  [['FR'], 'fr'],
  [[], 'en'],
] as const) {
  test(
    `at / a browser that prefers ${preferred.join(', ') || 'nothing'} gets ${language}, and the site remembers it`,
    firstTierIf(preferred.length > 1),
    async ({ page }) => {
      await prefer(page, preferred);
      await page.goto('/');
      await expect(page).toHaveURL(`/${language}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByText(texts[language].marketing.home.hero.lead)).toBeVisible();
      expect(await storedLanguage(page)).toBe(language);
    },
  );
}

test('at / the remembered language overrides the preferred one', async ({ page, watched }) => {
  watched.allow(failedResource);
  await prefer(page, ['es']);
  await rememberLanguage(page, 'fr');
  await page.goto('/');
  await expect(page).toHaveURL('/fr');
  expect(await storedLanguage(page)).toBe('fr');
});

test(
  'at / the preferred language replaces a remembered code that is not supported',
  secondTier,
  async ({ page, watched }) => {
    watched.allow(failedResource);
    await prefer(page, ['es']);
    await rememberLanguage(page, 'de');
    await page.goto('/');
    await expect(page).toHaveURL('/es');
    expect(await storedLanguage(page)).toBe('es');
  },
);

test('an address with a language is shown in that language, which the site remembers, whatever the browser prefers', async ({
  page,
  watched,
}) => {
  watched.allow(failedResource);
  await prefer(page, ['en']);
  await rememberLanguage(page, 'es');
  await visit(page, addresses.fr.pricing);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  expect(await storedLanguage(page)).toBe('fr');
  await page.goto('/');
  await expect(page).toHaveURL('/fr');
});

test('the site remembers the language of a page whose scripts never arrive', async ({ page, watched }) => {
  watched.allow(/net::ERR_FAILED|^uncaught: $/);
  await page.route('**/assets/**/*.js', (route) => route.abort());
  await page.goto(addresses.es.company);
  await expect.poll(() => storedLanguage(page)).toBe('es');
});

test.describe('a browser that prefers French', () => {
  test.use({ locale: 'fr-FR' });

  test('gets an address without a language in French, from the server and in the browser', async ({
    page,
    watched,
  }) => {
    watched.allow(failedResource);
    await visit(page, '/de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('heading', { level: 1, name: 'Page introuvable' })).toBeVisible();
    expect(await storedLanguage(page)).toBe('fr');
  });
});

for (const language of languages) {
  test(
    `the ${language} button leads to /${language} without a page load, and the site remembers it`,
    firstTierIf(language === 'fr'),
    async ({ page }) => {
      const start = language === 'en' ? 'es' : 'en';
      await visit(page, addresses[start].pricing);
      await markDocument(page);
      const buttons = page.getByRole('list', { name: texts[start].shell.languages.title });
      await expect(buttons.getByRole('link')).toHaveText(['English', 'Français', 'Español']);
      await buttons.locator(`a[hreflang="${language}"]`).click();
      await expect(page).toHaveURL(`/${language}`);
      await expect(page.getByText(texts[language].marketing.home.hero.lead)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      expect(await storedLanguage(page)).toBe(language);
      expect(await isMarked(page), 'without loading a document').toBe(true);
      await page.reload();
      await waitForHydration(page);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    },
  );
}

test('without storage the site still works in the language of each address', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await prefer(page, ['es']);
  await page.goto('/');
  await expect(page).toHaveURL('/es');
  await waitForHydration(page);
  await page.locator('a[hreflang="fr"]').first().click();
  await expect(page.getByText(texts.fr.marketing.home.hero.lead)).toBeVisible();
});
