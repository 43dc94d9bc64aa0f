import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { runCli } from '../support/serverTest.ts';
import { fillForm, goodMessage, valuesOf } from './contactForm.ts';
import { expect, expectSoon, test } from './engineTest.ts';

const { navigation, footer } = texts.en.shell;
const { marketing, blog, contact } = texts.en;
const send = 'form button[type="submit"]';

test.use({ plain: true });

test('a visitor without JavaScript can visit the whole site', async ({ visitor }) => {
  await visitor.open(addresses.en.home);
  for (const [link, name, title] of [
    ['header a', navigation.services, marketing.services.title],
    ['header a', navigation.pricing, marketing.pricing.title],
    ['header a', navigation.team, marketing.team.title],
    ['header a', navigation.blog, blog.list.title],
    ['header a', navigation.contact, contact.contact.head.title],
    ['footer a', footer.legal.privacy, marketing.privacy.title],
    ['footer a', footer.legal.terms, marketing.legal.title],
  ] as const) {
    await visitor.press(link, name);
    await expectSoon(() => visitor.text('h1')).toBe(title);
  }
  await visitor.press('header a', 'Español');
  await expectSoon(() => visitor.path()).toBe(addresses.es.home);
  expect(await visitor.evaluate(() => 'started' in document.documentElement.dataset), 'a script ran').toBe(false);
});

test('a visitor without JavaScript opens the menu and the questions', async ({ visitor }) => {
  await visitor.resize(390, 844);
  await visitor.open(addresses.en.home);
  const { tailored } = marketing.home.questions;
  await visitor.press('main summary', tailored.question);
  await expectSoon(() => visitor.text('details:nth-of-type(2)')).toContain(tailored.answer);
  await visitor.press('header summary');
  await visitor.press('header details a', navigation.team);
  await expectSoon(() => visitor.text('h1')).toBe(marketing.team.title);
});

test('a visitor without JavaScript corrects a message, sends it, and sees the confirmation', async ({
  visitor,
  site,
}) => {
  const subject = `Posted from ${visitor.browser}`;
  const broken = { ...goodMessage, subject, name: 'Ada' };
  await visitor.resize(390, 844);
  await visitor.open(addresses.en.contact);
  await fillForm(visitor, broken);
  await visitor.press(send);
  await expectSoon(() => visitor.text('form')).toContain('Name required or length incorrect');
  expect(await valuesOf(visitor)).toEqual(broken);
  await visitor.fill('#field-name', goodMessage.name);
  await visitor.press(send);
  await expectSoon(() => visitor.text('form [role="status"]')).toContain(contact.form.sent);
  await expectSoon(() => visitor.isInWindow('form [role="status"]'), 'the confirmation is in the window').toBe(true);
  expect(await runCli('messages', site, 'list')).toContain(subject);
});
