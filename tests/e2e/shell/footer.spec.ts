import { uiMessages } from '@site/shared/ui/messages/messages.ts';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { visit, waitForHydration } from '../support/visitor.ts';

// In order, in one worker: they share the pages that they read.
test.describe.configure({ mode: 'default' });

for (const language of languages) {
  test(
    `the footer links to the legal and company pages of the ${language} site`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].home);
      const { legal, company } = texts[language].shell.footer;
      const footer = page.getByRole('contentinfo');
      const links = [
        [legal.privacy, addresses[language].privacy],
        [legal.terms, addresses[language].legal],
        [company.about, addresses[language].team],
        [company.contact, addresses[language].contact],
        [company.blog, addresses[language].blog],
      ] as const;
      for (const [name, path] of links) {
        await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
      }
    },
  );

  test(
    `careers and social links of the ${language} footer open a new tab without access to this one`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].home);
      const away = page.getByRole('contentinfo').locator('a[target="_blank"]');
      const hrefs = await away.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(hrefs[0]).toMatch(/^https:\/\/www\.linkedin\.com\/company\/[^/]+\/jobs/);
      expect(hrefs[1]).toMatch(/^https:\/\/www\.linkedin\.com\/company\/[^/]+\/?$/);
      expect(hrefs[2]).toMatch(/^https:\/\/github\.com\//);
      for (const link of await away.all()) {
        await expect(link).toHaveAttribute('rel', /noopener/);
        await expect(link).toHaveAccessibleName(new RegExp(`${uiMessages[language].opensInNewTab.slice(1, -1)}`));
      }
    },
  );

  test(
    `the ${language} footer has the copyright notice since 2024`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].home);
      const rights = { en: 'All rights reserved', fr: 'Tous droits réservés', es: 'Todos los derechos reservados' };
      await expect(page.getByRole('contentinfo')).toContainText(new RegExp(`2024.*${rights[language]}`));
    },
  );
}

test(
  'the careers link opens exactly one new tab and keeps this one',
  secondTier,
  async ({ page, context, watched }) => {
    watched.allow(/linkedin/);
    await visit(page, addresses.en.home);
    const opened = context.waitForEvent('page');
    await page.getByRole('contentinfo').getByRole('link', { name: texts.en.shell.footer.company.careers }).click();
    const tab = await opened;
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await expect(page).toHaveURL(addresses.en.home);
    expect(context.pages()).toHaveLength(2);
  },
);

test('a visitor reads how fast the page answered, and nothing else moves, until the next page is shown', async ({
  page,
}) => {
  await page.goto(addresses.en.team);
  const footer = page.getByRole('contentinfo');
  const height = async () => (await footer.boundingBox())?.height;
  const before = await height();
  await waitForHydration(page);
  const answered = await page.evaluate(() => {
    const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return timing && Math.round(timing.responseStart - timing.requestStart);
  });
  const [words = ''] = texts.en.shell.footer.answered.split('{{ms}}');
  // A slower answer, as of a busy machine, isn't worth a word.
  if (answered && answered <= 150) await expect(footer).toContainText(`${words}${answered} `);
  else await expect(footer).not.toContainText(words);
  expect(await height()).toBe(before);
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.pricing, exact: true }).click();
  await expect(page).toHaveURL(addresses.en.pricing);
  await expect(footer).not.toContainText(words);
});

test('without a measured time the footer says nothing about it', secondTier, async ({ page }) => {
  await page.addInitScript(() => {
    window.performance.getEntriesByType = () => [];
  });
  await visit(page, addresses.fr.team);
  await expect(page.getByRole('contentinfo').locator('p').last()).toHaveText(/réservés\.\s*$/);
});
