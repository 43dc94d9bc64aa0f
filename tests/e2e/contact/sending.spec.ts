import type { Page } from '@playwright/test';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { filled } from '@site/testkit/site/texts.ts';
import { runCli } from '../support/serverTest.ts';
import { failedResource } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';
import { expect, goodMessage, test } from './contactTest.ts';

const confirmations = {
  en: 'Message has been sent to our team',
  fr: 'Message envoyé à notre équipe',
  es: 'Mensaje enviado a nuestro equipo',
} as const;

for (const language of languages) {
  test(
    `a new visitor's first message arrives, and is confirmed in ${language}`,
    firstTierIf(language === 'es'),
    async ({ page, form, context, site }) => {
      await form.open(language);
      expect(await context.cookies(), 'the page itself sets no cookie').toEqual([]);
      const subject = `Written in ${language} by a first visitor`;
      await form.fill({ ...goodMessage, subject });
      await form.button.click();
      await expect(page.getByText(confirmations[language], { exact: true })).toBeVisible();
      await expect(form.button).toBeHidden();
      await expect(page).toHaveURL(addresses[language].contact);
      expect(await form.values(), 'the form stays as it was').toEqual({ ...goodMessage, subject });
      expect(await runCli('messages', site, 'list')).toContain(
        `${goodMessage.name} <${goodMessage.email}>  ${subject}`,
      );
    },
  );
}

test(
  'a sent message lights a window above the footer, for this visit',
  secondTier,
  async ({ page, form, browser, site }) => {
    const isLit = (of: Page) => of.evaluate(() => 'lit' in document.documentElement.dataset);
    await form.open('en');
    await form.fill(goodMessage);
    expect(await isLit(page)).toBe(false);
    await form.button.click();
    await expect.poll(() => isLit(page)).toBe(true);
    await page.goto(addresses.es.home);
    await expect.poll(() => isLit(page)).toBe(true);
    const another = await browser.newPage({ baseURL: site.origin });
    await visit(another, addresses.es.home);
    expect(await isLit(another)).toBe(false);
    await another.close();
  },
);

test('the message is sent as JSON, with an idempotency key and the token of the cookie in its headers', async ({
  form,
  context,
}) => {
  await form.open('en');
  await form.fill(goodMessage);
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
  expect(form.sent).toHaveLength(1);
  const [headers = {}] = form.sent;
  expect(headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  expect(headers['content-type']).toBe('application/json');
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value;
  expect(token).toBeTruthy();
  expect(headers['x-xsrf-token']).toBe(token);
});

test(
  'the whole message is stored, including line breaks and special characters',
  secondTier,
  async ({ form, site }) => {
    const subject = 'Two lines, and « signs » <b>&amp;</b>';
    await form.open('fr');
    await form.fill({ ...goodMessage, subject, message: 'First line.\nSecond line: ¿qué tal, été?' });
    await form.button.click();
    await expect(form.confirmation).toBeVisible();
    const listed = await runCli('messages', site, 'list');
    const id =
      listed
        .split('\n')
        .find((line) => line.includes(subject))
        ?.split('  ')[1] ?? '';
    const shown = await runCli('messages', site, 'show', id);
    expect(shown).toContain(`Subject: ${subject}`);
    expect(shown).toContain('First line.\nSecond line: ¿qué tal, été?');
    expect(shown).toContain('Language: fr');
  },
);

test('the confirmation is green and takes the focus', secondTier, async ({ form }) => {
  await form.open('en');
  await form.fill(goodMessage);
  await form.button.click();
  const colour = await form.confirmation.evaluate((element) => getComputedStyle(element).color);
  const [red = 0, green = 0, blue = 0] = await form.page.evaluate((value) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return [];
    context.fillStyle = value;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  }, colour);
  expect(green, colour).toBeGreaterThan(red);
  expect(green, colour).toBeGreaterThan(blue);
  await expect(form.page.getByRole('status').filter({ hasText: confirmations.en })).toBeFocused();
});

test('a visitor who has sent a message learns what happens next, and writes another by keyboard without giving name and address again', async ({
  form,
  page,
  site,
}) => {
  await form.open('en');
  await expect(page.locator('form').getByText(form.texts.answer, { exact: true })).toBeVisible();
  await form.fill({ ...goodMessage, subject: 'The first of two' });
  await form.button.click();
  const status = page.getByRole('status').filter({ hasText: confirmations.en });
  await expect(status).toBeFocused();
  await expect(page.locator('form')).toContainText(filled(form.texts.next));
  await page.keyboard.press('Tab');
  await expect(page.locator('form a').last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.button).toBeVisible();
  const { name, email, message } = goodMessage;
  expect(await form.values()).toEqual({ name, email, subject: '', message: '' });
  expect(page.url(), 'personal data stays out of addresses').not.toContain('?');
  await page.keyboard.type('The second of two');
  await page.keyboard.press('Tab');
  await page.keyboard.type(message);
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
  const listed = await runCli('messages', site, 'list');
  expect(listed).toContain('The first of two');
  expect(listed).toContain('The second of two');
});

test('the error list disappears as soon as the message is sent again', secondTier, async ({ form, page }) => {
  await form.open('en');
  await form.button.click();
  await expect(form.errors).toHaveCount(4);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/contact', async (route) => {
    await released;
    await route.continue();
  });
  await form.fill(goodMessage);
  await form.button.click();
  await expect(page.getByRole('button', { name: form.texts.sending })).toBeDisabled();
  await expect(form.errors).toHaveCount(0);
  release();
  await expect(form.confirmation).toBeVisible();
});

test('a message whose response is lost is resent automatically, and stored once', async ({
  form,
  page,
  site,
  watched,
}) => {
  watched.allow(failedResource);
  const subject = 'Twice on the way';
  let isLost = false;
  await page.route('**/api/v1/contact', async (route) => {
    if (isLost) return await route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await form.open('en');
  await form.fill({ ...goodMessage, subject });
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
  expect(form.sent).toHaveLength(2);
  const listed = await runCli('messages', site, 'list');
  expect(listed.split(subject)).toHaveLength(2);
});

test('a double click sends one message', async ({ form }) => {
  await form.open('en');
  await form.fill(goodMessage);
  await form.button.dblclick();
  await expect(form.confirmation).toBeVisible();
  expect(form.sent).toHaveLength(1);
});
