import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';

const capital = { en: '€3,000', fr: '3\u202f000\u00a0€', es: '3000\u00a0€' } as const;

for (const language of languages) {
  test(
    `the ${language} privacy policy has eight numbered sections; the last links to the contact page`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].privacy);
      const { privacy } = texts[language].marketing;
      await expect(page.getByRole('heading', { level: 1, name: privacy.title })).toBeVisible();
      const titles = page.getByRole('main').getByRole('heading', { level: 2 });
      await expect(titles).toHaveCount(8);
      for (const [index, title] of (await titles.allInnerTexts()).entries())
        expect(title).toMatch(new RegExp(`^${index + 1}\\.`));
      const last = titles.last().locator('..');
      await expect(last.getByRole('link')).toHaveAttribute('href', addresses[language].contact);
    },
  );

  test(
    `the ${language} legal notice names publisher, company, register, office, telephone, email, capital, director and host`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].legal);
      const { legal } = texts[language].marketing;
      const entries = [
        [legal.publisher, 'Lucarne'],
        [legal.company, 'FR\u00a000\u00a0000\u00a0000\u00a0000'],
        [legal.registration, 'RCS Arras'],
        [legal.headOffice, '62400 Béthune'],
        [legal.telephone, '+33'],
        [legal.email, 'hello@lucarne.example'],
        [legal.shareCapital, capital[language]],
        [legal.publicationDirector, 'Théo Vasseur'],
        [legal.host, 'Lille'],
      ] as const;
      const terms = page.getByRole('main').getByRole('term');
      await expect(terms).toHaveText(entries.map(([term]) => term));
      const definitions = page.getByRole('main').getByRole('definition');
      for (const [index, [, value]] of entries.entries()) await expect(definitions.nth(index)).toContainText(value);
      await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', 'mailto:hello@lucarne.example');
    },
  );
}
