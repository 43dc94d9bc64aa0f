import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { filled, texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

/** Prices in each language, with no-break spaces. */
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
    test(
      `the three plans of the ${language} ${name} page show their prices, periods and months of updates`,
      firstTierIf(language === 'es' && name === 'pricing'),
      async ({ read }) => {
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
      },
    );
  }

  test(
    `every plan of the ${language} pricing page leads to a message about it, also without scripts`,
    firstTierIf(language === 'es'),
    async ({ read, site }) => {
      const page = await read(addresses[language].pricing);
      const { pricing } = texts[language].marketing;
      await expect(page.getByRole('heading', { level: 1, name: pricing.title })).toBeVisible();
      await expect(page.getByText(pricing.lead)).toBeVisible();
      for (const id of ['starter', 'company', 'enterprise'] as const) {
        const plan = texts[language].marketing.plans[id].name;
        const link = page
          .getByRole('article')
          .getByRole('link', { name: filled(pricing.start, { plan }), exact: true });
        const address = `${addresses[language].contact}?plan=${id}`;
        await expect(link).toHaveAttribute('href', address);
        const form = await (await fetch(site.origin + address)).text();
        const subject = filled(texts[language].contact.contact.planSubject, { plan });
        expect(form, 'the subject of the form').toContain(`value="${subject}"`);
      }
    },
  );
}

for (const window of [
  { width: 1440, height: 900, plans: 3 },
  { width: 390, height: 844, plans: 1 },
]) {
  test(
    `a visitor sees what plans cost without scrolling, at ${window.width} × ${window.height}`,
    firstTierIf(window.width === 390),
    async ({ page }) => {
      await page.setViewportSize(window);
      for (const language of languages) {
        await visit(page, addresses[language].pricing);
        for (const amount of prices[language].amounts.slice(0, window.plans)) {
          await expect(page.getByText(amount, { exact: true })).toBeInViewport({ ratio: 1 });
        }
      }
    },
  );
}

test('the prices and the lines of the three plans start at the same heights', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, addresses.en.pricing);
  const tops = await page
    .getByRole('article')
    .evaluateAll((cards) =>
      cards.map((card) =>
        [...card.querySelectorAll('h2, p, li')].map((part) => Math.round(part.getBoundingClientRect().top)),
      ),
    );
  expect(tops[0]?.length).toBeGreaterThan(6);
  expect(tops[1]).toEqual(tops[0]);
  expect(tops[2]).toEqual(tops[0]);
});

test('"See the plan" leads to that plan', secondTier, async ({ page }) => {
  await visit(page, addresses.en.home);
  await page
    .getByRole('main')
    .getByRole('link', { name: filled(texts.en.marketing.home.plans.see, { plan: 'Enterprise' }) })
    .click();
  await expect(page).toHaveURL(`${addresses.en.pricing}#enterprise`);
  await expect(page.getByRole('heading', { name: 'Enterprise' })).toBeInViewport();
});

test('a plan of the pricing page leads to the contact page', async ({ page }) => {
  await visit(page, addresses.en.pricing);
  await page.getByRole('article').getByRole('link', { name: 'Get started with Enterprise' }).click();
  await expect(page).toHaveURL(`${addresses.en.contact}?plan=enterprise`);
  await expect(page.getByLabel(contactTexts.en.fields.subject.label)).toHaveValue('Enterprise plan');
});
