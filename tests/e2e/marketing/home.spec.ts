import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { filled, texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

/** Texts of the specification in each language. */
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

  test(
    `the ${language} home page starts with the tagline and a link to the services`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].home);
      await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(tagline);
      const services = page.getByRole('main').getByRole('link', { name: home.hero.services });
      await expect(services).toHaveAttribute('href', addresses[language].services);
    },
  );

  test(
    `the ${language} home page has the claims, the partners, two features and four reasons`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
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
    },
  );

  test(
    `the ${language} home page shows three figures and a testimonial with its result`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].home);
      const statistics = page.getByRole('region', { name: home.statistics.title }).getByRole('listitem');
      await expect(statistics).toHaveCount(figures.length);
      for (const [index, figure] of figures.entries()) await expect(statistics.nth(index)).toContainText(figure);
      const testimonial = page.getByRole('region', { name: home.testimonial.heading });
      await expect(testimonial.getByRole('blockquote')).toContainText(filled(home.testimonial.quote));
      await expect(testimonial.getByText(home.testimonial.result)).toBeVisible();
      await expect(testimonial.getByText(home.testimonial.sample)).toBeVisible();
    },
  );

  test(
    `each of the three plans of the ${language} home page links to the prices`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].home);
      const plans = page.getByRole('region', { name: home.plans.title });
      await expect(plans.getByRole('article')).toHaveCount(3);
      for (const [id, plan] of [
        ['starter', 'Starter'],
        ['company', 'Company'],
        ['enterprise', 'Enterprise'],
      ] as const) {
        const link = plans.getByRole('link', { name: filled(home.plans.see, { plan }), exact: true });
        await expect(link).toHaveAttribute('href', `${addresses[language].pricing}#${id}`);
      }
    },
  );
}

test('the links of the home page lead to the services and the prices', async ({ page }) => {
  const { home } = texts.en.marketing;
  for (const [name, target] of [
    [home.hero.services, 'services'],
    [filled(home.plans.see, { plan: 'Starter' }), 'pricing'],
  ] as const) {
    await visit(page, addresses.en.home);
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(new RegExp(`${addresses.en[target]}(#starter)?$`));
  }
});

for (const [width, height] of [
  [1024, 768],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(
    `a visitor reads the claims at the end of the first window of ${width} × ${height}, without scrolling`,
    firstTierIf(width === 1280),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      for (const language of languages) {
        await visit(page, addresses[language].home);
        const strip = page.getByText(loosely(promises[language].claims[0])).first().locator('xpath=ancestor::ul');
        for (const claim of promises[language].claims)
          await expect(strip.getByText(loosely(claim)), language).toBeInViewport({ ratio: 1 });
        const { y = 0, height: high = 0 } = (await strip.boundingBox()) ?? {};
        expect(height - (y + high), `${language}: what is left of the window`).toBeLessThan(height / 10);
      }
    },
  );
}

test('the first window leads to the services and names the lowest price', async ({ page }) => {
  for (const [language, price] of [
    ['en', '$29'],
    ['fr', '29\u00a0€'],
    ['es', '29\u00a0€'],
  ] as const) {
    await visit(page, addresses[language].home);
    const link = page.getByRole('main').getByRole('link', { name: price }).first();
    await expect(link).toBeInViewport();
    await expect(link).toHaveAttribute('href', addresses[language].pricing);
  }
});

test('on a phone, each language shows the whole house of its city', secondTier, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  /** The walls of the houses, in units of the drawing from its middle. */
  const walls = { en: [-592, -288], fr: [-272, -30], es: [0, 310] } as const;
  for (const language of languages) {
    await visit(page, addresses[language].home);
    const { x = 0, width = 0, height = 0 } = (await page.locator('main img').first().boundingBox()) ?? {};
    const [left, right] = walls[language].map((units) => x + width / 2 + (units * height) / 406);
    expect(left, language).toBeGreaterThanOrEqual(0);
    expect(right, language).toBeLessThanOrEqual(390);
  }
});

for (const { width, size } of [
  { width: 390, size: 88 },
  { width: 1440, size: 44 },
]) {
  test.describe(() => {
    test.use({ javaScriptEnabled: false, viewport: { width, height: 900 } });

    test(
      `a visitor lights the dark window by keyboard and press in a window of ${width} pixels, without scripts`,
      firstTierIf(width === 390),
      async ({ page }) => {
        await page.goto(addresses.en.home);
        const { statistics } = texts.en.marketing.home;
        const window = page.getByRole('checkbox', { name: statistics.light, exact: true });
        expect(await window.boundingBox()).toMatchObject({ width: size, height: size });
        await expect(page.getByText(statistics.dark, { exact: true })).toBeVisible();
        await window.press('Space');
        await expect(window).toBeChecked();
        await expect(page.getByText(statistics.lit, { exact: true })).toBeVisible();
        await expect(page.getByText(statistics.dark, { exact: true })).toBeHidden();
        await window.click();
        await expect(window).not.toBeChecked();
        const lightsUpIn = () => window.evaluate((element) => getComputedStyle(element, '::before').transitionDuration);
        for (const [reducedMotion, duration] of [
          ['no-preference', '0.3s'],
          ['reduce', '0s'],
        ] as const) {
          await page.emulateMedia({ reducedMotion });
          expect(await lightsUpIn(), reducedMotion).toBe(duration);
        }
      },
    );
  });
}
