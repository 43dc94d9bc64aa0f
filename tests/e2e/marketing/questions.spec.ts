import type { Page } from '@playwright/test';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

/** The questions in the order of the specification. */
const order = ['multilingual', 'tailored', 'deliverability', 'programming'] as const;

const questionsOf = (page: Page) => page.getByRole('main').locator('details');

for (const language of languages) {
  test(
    `the ${language} home page has four questions, and the first answer is open`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].home);
      const { questions } = texts[language].marketing.home;
      const entries = questionsOf(page);
      await expect(entries).toHaveCount(4);
      for (const [index, id] of order.entries()) {
        const entry = entries.nth(index);
        await expect(entry.getByText(questions[id].question)).toBeVisible();
        await expect(entry.getByText(questions[id].answer)).toBeVisible({ visible: index === 0 });
      }
    },
  );
}

test('the keyboard opens and closes answers', secondTier, async ({ page }) => {
  await visit(page, addresses.en.home);
  const { questions } = texts.en.marketing.home;
  const [first, second] = [questionsOf(page).nth(0), questionsOf(page).nth(1)];
  await first.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(first.getByText(questions.multilingual.answer)).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(second.locator('summary')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(second.getByText(questions.tailored.answer)).toBeVisible();
});

test('a press hits the question itself, not an element inside it, where Tab would get stuck in Safari', async ({
  page,
}) => {
  await visit(page, addresses.en.home);
  const questions = questionsOf(page).locator('summary');
  const pressed = await questions.evaluateAll((all) =>
    all.map((question) => {
      question.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = question.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === question;
    }),
  );
  expect(pressed).toEqual(order.map(() => true));
});

test('an answer that is opened before the scripts load stays open', secondTier, async ({ page }) => {
  await page.goto(addresses.en.home, { waitUntil: 'commit' });
  const third = questionsOf(page).nth(2);
  await third.evaluate((entry: HTMLDetailsElement) => {
    entry.open = true;
  });
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  await expect(third.getByText(texts.en.marketing.home.questions.deliverability.answer)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the first answer is open, and the others can be opened', async ({ page }) => {
    await page.goto(addresses.fr.home);
    const { questions } = texts.fr.marketing.home;
    const entries = questionsOf(page);
    await expect(entries.nth(0).getByText(questions.multilingual.answer)).toBeVisible();
    await entries.nth(3).locator('summary').click();
    await expect(entries.nth(3).getByText(questions.programming.answer)).toBeVisible();
  });
});
