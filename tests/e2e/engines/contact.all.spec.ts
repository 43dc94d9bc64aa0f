import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { runCli } from '../support/serverTest.ts';
import { fillForm, goodMessage, valuesOf } from './contactForm.ts';
import { expect, expectSoon, test } from './engineTest.ts';

const { form } = texts.en.contact;
const send = 'form button[type="submit"]';
const errors = 'form [role="alert"] li, form li';

test('an empty form shows one error per field, and an error links to its field', async ({ visitor }) => {
  await visitor.visit(addresses.en.contact);
  await visitor.press(send);
  await expectSoon(() => visitor.count(errors)).toBe(4);
  await expectSoon(() => visitor.evaluate(() => document.activeElement?.textContent)).toContain(form.errors);
  await visitor.press('form li a', 'Subject required or length incorrect.');
  await expectSoon(() => visitor.isFocused('#field-subject')).toBe(true);
});

test('a sent message arrives, and the confirmation is focused and in view', async ({ visitor, site }) => {
  const subject = `Sent from ${visitor.browser}`;
  await visitor.visit(addresses.en.contact);
  await fillForm(visitor, { ...goodMessage, subject });
  await visitor.press(send);
  await expectSoon(() => visitor.text('form [role="status"]')).toContain(form.sent);
  await expectSoon(() => visitor.isFocused('[role="status"]')).toBe(true);
  await expectSoon(() => visitor.isInWindow('form [role="status"]')).toBe(true);
  expect(await runCli('messages', site, 'list')).toContain(subject);
});

test('a visitor who visits another page or reloads keeps the begun message', async ({ visitor }) => {
  await visitor.visit(addresses.en.contact);
  await fillForm(visitor, goodMessage);
  await visitor.press('header a', texts.en.shell.navigation.team);
  await expectSoon(() => visitor.text('h1')).toBe(texts.en.marketing.team.title);
  await visitor.go(-1);
  await expectSoon(() => valuesOf(visitor)).toEqual(goodMessage);
  await visitor.reload();
  await visitor.hydrated();
  await expectSoon(() => valuesOf(visitor)).toEqual(goodMessage);
});

/** Runs in the page: a visitor has begun a message, and an extension adds a button beside it. */
function beginWithExtension(): void {
  document.documentElement.dataset.begun = '';
  const texts = ['Ada Lovelace', 'ada@example.org', 'A difference engine', 'Could you host one for me?'];
  const fields = document.querySelectorAll<HTMLInputElement>('[id^="field-"][name]');
  for (const [index, text] of texts.entries()) (fields[index] as HTMLInputElement).value = text;
  fields[3]?.focus();
  fields[3]?.setSelectionRange(6, 9);
  fields[3]?.before(document.createElement('extension-button'));
}

test('a message begun before the scripts come stays, though an extension has changed the page', async ({
  visitor,
  allowed,
}) => {
  // React can't hydrate the page, and renders it anew.
  allowed.push(/Minified React error #418/);
  await visitor.visitAfter(beginWithExtension, addresses.en.contact);
  expect(await visitor.count('[data-begun] form')).toBe(1);
  expect(await visitor.count('extension-button')).toBe(0);
  await expectSoon(() => valuesOf(visitor)).toEqual(goodMessage);
  await visitor.type('she');
  await expectSoon(async () => (await valuesOf(visitor)).message).toBe('Could she host one for me?');
});
