import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { filled, texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

/** Texts of the specification, as each language writes them. */
const promises = {
  en: {
    tagline: 'make your web a better place',
    figures: ['99.99%', '100K+', '5+'],
    claims: ['over 20 years', 'within 2 hours', 'more than 100 thousand users'],
  },
  fr: {
    tagline: 'faites de votre site un bel endroit',
    figures: ['99,99\u00a0%', '100K+', '5+'],
    claims: ['plus de 20 ans', '2 heures', 'plus de 100 000 utilisateurs'],
  },
  es: {
    tagline: 'haz de tu web un lugar mejor',
    figures: ['99,99\u00a0%', '100K+', '5+'],
    claims: ['más de 20 años', '2 horas', 'más de 100 000 usuarios'],
  },
} as const;

/** A text in any case, with ordinary or no-break spaces. */
const loosely = (text: string) => new RegExp(text.replaceAll(' ', '\\s'), 'i');

// In order, in one worker: they share the pages that they read.
test.describe.configure({ mode: 'default' });

for (const language of languages) {
  const { tagline, figures, claims } = promises[language];
  const { home } = texts[language].marketing;

  test(`the ${language} home page starts with the tagline and a link to the services`, async ({ read }) => {
    const page = await read(addresses[language].home);
    await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(tagline);
    const services = page.getByRole('main').getByRole('link', { name: home.hero.services });
    await expect(services).toHaveAttribute('href', addresses[language].services);
  });

  test(`the ${language} home page has the claims, the partners, two features and four reasons`, async ({ read }) => {
    const page = await read(addresses[language].home);
    const main = page.getByRole('main');
    for (const claim of claims) await expect(main.getByText(loosely(claim)).first()).toBeVisible();
    const partners = page.getByRole('region', { name: home.partners.title });
    expect(await partners.getByRole('listitem').count()).toBeGreaterThan(2);
    for (const { title } of [home.features.hosting, home.features.visibility]) {
      await expect(main.getByRole('heading', { level: 2, name: title })).toBeVisible();
    }
    const reasons = page.getByRole('region', { name: home.reasons.title });
    await expect(reasons.getByRole('heading', { level: 3 })).toHaveCount(4);
  });

  test(`the ${language} home page shows three figures and a testimonial`, async ({ read }) => {
    const page = await read(addresses[language].home);
    const statistics = page.getByRole('region', { name: home.statistics.title }).getByRole('listitem');
    await expect(statistics).toHaveCount(figures.length);
    for (const [index, figure] of figures.entries()) await expect(statistics.nth(index)).toContainText(figure);
    const testimonial = page.getByRole('region', { name: home.testimonial.heading });
    await expect(testimonial.getByRole('blockquote')).toContainText(filled(home.testimonial.quote));
    await expect(testimonial.getByText(home.testimonial.sample)).toBeVisible();
  });

  test(`each of the three plans of the ${language} home page links to the prices`, async ({ read }) => {
    const page = await read(addresses[language].home);
    const plans = page.getByRole('region', { name: home.plans.title });
    await expect(plans.getByRole('article')).toHaveCount(3);
    const links = plans.getByRole('link', { name: home.plans.see });
    await expect(links).toHaveCount(3);
    for (const link of await links.all()) await expect(link).toHaveAttribute('href', addresses[language].pricing);
  });
}

test('the links of the home page lead to the services and the prices', async ({ page }) => {
  const { home } = texts.en.marketing;
  for (const [name, target] of [
    [home.hero.services, 'services'],
    [home.plans.see, 'pricing'],
  ] as const) {
    await visit(page, addresses.en.home);
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(addresses.en[target]);
  }
});
