import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

/** Prices as each language writes them, with no-break spaces. */
const prices = {
  en: { amounts: ['$29', '$99', '$499'], period: '/ month', updates: [/\b6\smonths/, /\b12\smonths/, /\b24\smonths/] },
  fr: {
    amounts: ['29\u00a0€', '99\u00a0€', '499\u00a0€'],
    period: '/ mois',
    updates: [/\b6\smois/, /\b12\smois/, /\b24\smois/],
  },
  es: {
    amounts: ['29\u00a0€', '99\u00a0€', '499\u00a0€'],
    period: 'todos los meses',
    updates: [/\b6\smeses/, /\b12\smeses/, /\b24\smeses/],
  },
} as const;

// In order, in one worker: they share the pages that they read.
test.describe.configure({ mode: 'default' });

for (const language of languages) {
  for (const name of ['home', 'pricing'] as const) {
    test(`the three plans of the ${language} ${name} page show their prices, periods and months of updates`, async ({
      read,
    }) => {
      const page = await read(addresses[language][name]);
      const { plans } = texts[language].marketing;
      const { amounts, period, updates } = prices[language];
      const cards = page
        .getByRole('main')
        .getByRole('article')
        .filter({ has: page.getByText(period) });
      await expect(cards).toHaveCount(3);
      for (const [index, id] of (['starter', 'company', 'enterprise'] as const).entries()) {
        const card = cards.nth(index);
        await expect(card.getByRole('heading')).toHaveText(plans[id].name);
        await expect(card.getByText(plans[id].description)).toBeVisible();
        await expect(card.getByText(amounts[index] ?? '', { exact: true })).toBeVisible();
        const services = card.getByRole('listitem');
        await expect(services).toHaveCount(4);
        await expect(services.nth(3)).toHaveText(updates[index] ?? '');
      }
    });
  }

  test(`every plan of the ${language} pricing page links to the contact page`, async ({ read }) => {
    const page = await read(addresses[language].pricing);
    const { pricing } = texts[language].marketing;
    await expect(page.getByRole('heading', { level: 1, name: pricing.title })).toBeVisible();
    await expect(page.getByText(pricing.lead)).toBeVisible();
    const links = page.getByRole('article').getByRole('link', { name: pricing.start });
    await expect(links).toHaveCount(3);
    for (const link of await links.all()) await expect(link).toHaveAttribute('href', addresses[language].contact);
  });
}

test('a plan of the pricing page leads to the contact page', async ({ page }) => {
  await visit(page, addresses.en.pricing);
  await page.getByRole('article').getByRole('link', { name: texts.en.marketing.pricing.start }).last().click();
  await expect(page).toHaveURL(addresses.en.contact);
});
