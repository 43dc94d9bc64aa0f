import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { ask, textOf } from '@site/testkit/site/http.ts';
import { runCli } from '../support/serverTest.ts';
import { failedResource } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { expect, goodMessage, test } from './contactTest.ts';

test.use({ javaScriptEnabled: false });

for (const language of languages) {
  test(
    `the plain ${language} form lists errors and keeps the input, and the corrected message arrives`,
    firstTierIf(language === 'fr'),
    async ({ form, page, site, watched }) => {
      watched.allow(failedResource);
      const subject = `Plainly in ${language}`;
      const broken = { ...goodMessage, subject, name: 'Ada', email: 'nobody' };
      await form.openPlain(language);
      const title = await page.title();
      await form.fill(broken);
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await form.button.click();
      expect((await answer).status()).toBe(422);
      await expect(form.errors).toHaveCount(2);
      expect(await form.values()).toEqual(broken);
      await expect(page).toHaveURL(`${addresses[language].contact}#form-title`);
      await expect(form.errors.first()).toBeInViewport();
      await expect(page).toHaveTitle(`${form.texts.errorTitle} ${title}`);

      await form.fill({ ...goodMessage, subject });
      await form.button.click();
      await expect(form.confirmation).toBeVisible();
      await expect(form.button).toBeHidden();
      await expect(page).toHaveURL(`${addresses[language].contact}?sent=1#form-sent`);
      await expect(page.getByRole('status')).toBeInViewport();
      await expect(page).toHaveTitle(title);
      expect(await runCli('messages', site, 'list')).toContain(subject);
    },
  );
}

test('after sending, a link leads to a form for another message', secondTier, async ({ form, page }) => {
  await form.openPlain('fr');
  await form.fill(goodMessage);
  await form.button.click();
  await page.locator('form a').last().click();
  await expect(page).toHaveURL(addresses.fr.contact);
  await expect(form.button).toBeVisible();
});

test('reloading after sending does not send the message again', async ({ form, page, site }) => {
  const subject = 'Only once, please';
  await form.openPlain('en');
  await form.fill({ ...goodMessage, subject });
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
  await page.reload();
  const listed = await runCli('messages', site, 'list');
  expect(listed.split(subject)).toHaveLength(2);
});

test('a form posted twice is stored once', async ({ site }) => {
  const subject = 'Clicked twice without scripts';
  const post = () =>
    ask(site, addresses.en.contact, { method: 'POST', body: new URLSearchParams({ ...goodMessage, subject }) });
  for (const { status } of await Promise.all([post(), post()])) expect(status).toBe(303);
  expect((await runCli('messages', site, 'list')).split(subject)).toHaveLength(2);
});

test('the longest message arrives in any alphabet, and one that is too long comes back whole', async ({ site }) => {
  const post = (subject: string, message: string) =>
    ask(site, addresses.en.contact, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ ...goodMessage, subject, message }),
    });
  expect((await post('Ten thousand Chinese characters', '你'.repeat(10_000))).status).toBe(303);
  const refused = await post('One more', '你'.repeat(10_001));
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('你'.repeat(10_001));
  expect(textOf(refused.body)).toContain('Message required or length incorrect.');
  const huge = await post('Far too long', '你'.repeat(30_000));
  expect(huge.status).toBe(413);
  expect(textOf(huge.body)).toContain('Go back in your browser: what you wrote is still there.');
});

test('a visitor whose browser fills in the honeypot sees an error, and gets the field back empty', async ({ site }) => {
  const subject = 'Filled in by a browser';
  const form = new URLSearchParams({ ...goodMessage, subject, website: 'https://spam.example' });
  const { status, body } = await ask(site, addresses.es.contact, { method: 'POST', body: form });
  expect(status).toBe(422);
  expect(body).toContain('Un campo oculto de este formulario');
  expect(body).not.toContain('https://spam.example');
  expect(await runCli('messages', site, 'list')).not.toContain(subject);
});

test('errors from the server are listed on the page', async ({ form, watched }) => {
  watched.allow(failedResource);
  await form.openPlain('en');
  await form.fill({ ...goodMessage, name: 'A'.repeat(101) });
  await form.button.click();
  await expect(form.errors).toHaveText(['Name required or length incorrect']);
});

for (const [from, headers] of [
  ['an older browser on another site', { origin: 'https://evil.example' }],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring host', { 'sec-fetch-site': 'same-site' }],
] as const) {
  test(`a POST from ${from} is refused, and nothing is stored`, async ({ site }) => {
    const subject = `Forged by ${from}`;
    const body = new URLSearchParams({ ...goodMessage, subject });
    const { status } = await ask(site, addresses.en.contact, { method: 'POST', headers, body });
    expect(status).toBe(403);
    expect(await runCli('messages', site, 'list')).not.toContain(subject);
  });
}

test('a page without a form answers POST with 405', async ({ site }) => {
  const { status, headers } = await ask(site, addresses.en.pricing, {
    method: 'POST',
    body: new URLSearchParams({ a: 'b' }),
  });
  expect(status).toBe(405);
  expect(headers.get('allow')).toBe('GET, HEAD');
});
