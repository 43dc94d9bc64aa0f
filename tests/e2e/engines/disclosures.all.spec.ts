import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, expectSoon, test } from './engineTest.ts';
import type { Visitor } from './Visitor.ts';

const { navigation } = texts.en.shell;
const menuButton = 'header summary';
const menuLink = 'header details a';

/** Opens the menu on a phone by pressing its button. */
async function openMenu(visitor: Visitor): Promise<void> {
  await visitor.resize(390, 844);
  await visitor.visit(addresses.en.services);
  await visitor.press(menuButton);
  await expectSoon(() => visitor.count(menuLink)).toBe(8);
}

test('a visitor on a phone opens and closes the menu with a press, and closes it with Escape', async ({ visitor }) => {
  await openMenu(visitor);
  await visitor.press(menuButton);
  await expectSoon(() => visitor.count(menuLink)).toBe(0);
  await visitor.press(menuButton);
  await expectSoon(() => visitor.count(menuLink)).toBe(8);
  await visitor.key('Escape');
  await expectSoon(() => visitor.count(menuLink)).toBe(0);
  expect(await visitor.isFocused(menuButton)).toBe(true);
});

test('a menu link navigates without a page load, and the menu closes', async ({ visitor }) => {
  await openMenu(visitor);
  await visitor.mark();
  await visitor.press(menuLink, navigation.pricing);
  await expectSoon(() => visitor.text('h1')).toBe(texts.en.marketing.pricing.title);
  await expectSoon(() => visitor.count(menuLink)).toBe(0);
  expect(await visitor.isMarked()).toBe(true);
});

test('after opening the menu, Tab moves to its first link', async ({ visitor }) => {
  await openMenu(visitor);
  await visitor.key('Tab');
  expect(await visitor.evaluate(() => document.activeElement?.textContent)).toBe(navigation.services);
});

test('the page behind the open menu does not scroll', async ({ visitor }) => {
  await visitor.resize(390, 844);
  await visitor.visit(addresses.en.services);
  await visitor.wheel(300);
  await expectSoon(() => visitor.scrolled()).toBe(300);
  await visitor.press(menuButton);
  await expectSoon(() => visitor.count(menuLink)).toBe(8);
  await visitor.wheel(300);
  await visitor.press(menuButton);
  await expectSoon(() => visitor.count(menuLink)).toBe(0);
  expect(await visitor.scrolled()).toBe(300);
});

test('a question opens and closes with a press, and Tab moves on from it', async ({ visitor }) => {
  await visitor.visit(addresses.en.home);
  const { multilingual, tailored, deliverability } = texts.en.marketing.home.questions;
  const answers = () => visitor.text('details:nth-of-type(2)');
  await visitor.press('main summary', tailored.question);
  await expectSoon(answers).toContain(tailored.answer);
  await visitor.press('main summary', tailored.question);
  await expectSoon(answers).not.toContain(tailored.answer);
  await visitor.key('Tab');
  await expectSoon(() => visitor.evaluate(() => document.activeElement?.textContent)).toBe(deliverability.question);
  await visitor.key('Enter');
  await expectSoon(() => visitor.text('details:nth-of-type(3)')).toContain(deliverability.answer);
  expect(await visitor.text('details:nth-of-type(1)'), 'the first one is open from the start').toContain(
    multilingual.answer,
  );
});
