import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

/** The parts of each service in the order of the specification. */
const services = [
  ['hosting', ['cost', 'performance', 'code', 'data', 'maintenance']],
  ['web', ['features', 'api', 'ai', 'website', 'lake', 'coding']],
  ['email', ['performance', 'visibility', 'revenue', 'audience', 'tailored']],
] as const;

for (const language of languages) {
  const { services: all } = texts[language].marketing;

  test(
    `three cards sum up the services in ${language}, and link to the details`,
    firstTierIf(language === 'es'),
    async ({ page }) => {
      await visit(page, addresses[language].services);
      await expect(page.getByRole('heading', { level: 1, name: all.title })).toBeVisible();
      const cards = page.getByRole('main').getByRole('article');
      await expect(cards).toHaveCount(3);
      for (const [index, [id]] of services.entries()) {
        const card = cards.nth(index);
        await expect(card.getByRole('heading', { name: all[id].name })).toBeVisible();
        await expect(card.getByText(all[id].summary)).toBeVisible();
        await expect(card.getByRole('link', { name: all.details })).toBeVisible();
        // Its drawing: the whole card is the link.
        await card.click({ position: { x: 40, y: 40 } });
        await expect(page).toHaveURL(`${addresses[language].services}#${id}`);
        await expect(page.getByRole('heading', { level: 2, name: all[id].title })).toBeInViewport();
      }
    },
  );

  test(
    `three sections describe the services in ${language} in detail`,
    firstTierIf(language === 'es'),
    async ({ read }) => {
      const page = await read(addresses[language].services);
      for (const [id, items] of services) {
        const section = page.getByRole('region', { name: all[id].title });
        const known: Record<string, { title: string; text: string }> = all[id].items;
        for (const item of items) {
          const { title = '', text = '' } = known[item] ?? {};
          await expect(section.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible();
          await expect(section.getByText(text)).toBeVisible();
        }
        expect(Object.keys(known)).toHaveLength(items.length);
      }
    },
  );
}
