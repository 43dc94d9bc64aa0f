import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

/** Maximum page heights on a phone: a tenth above today’s, which a longer sentence doesn’t reach. */
const most = { home: 10_000, services: 6_500 };

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

for (const language of languages) {
  test(`a visitor with a phone doesn’t scroll far on the ${language} site`, async ({ page }) => {
    for (const name of ['home', 'services'] as const) {
      await visit(page, addresses[language][name]);
      await page.evaluate(() => document.fonts.ready);
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      await expect.poll(height, name).toBeLessThanOrEqual(most[name]);
    }
    await visit(page, addresses[language].contact);
    const field = page.getByLabel(contactTexts[language].fields.name.label);
    await expect(field, 'the first field is in the first window').toBeInViewport({ ratio: 1 });
  });
}

test('on a phone, people of the team are shown two per row, and each office is a row', async ({ page }) => {
  await visit(page, addresses.en.team);
  const people = page.getByRole('main').getByRole('heading', { level: 2 });
  const [first, second] = [await people.nth(0).boundingBox(), await people.nth(1).boundingBox()];
  expect(first?.y).toBe(second?.y);
  await visit(page, addresses.en.contact);
  const office = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Béthune' }) });
  expect((await office.boundingBox())?.height).toBeLessThan(240);
});
