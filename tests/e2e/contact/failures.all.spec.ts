import type { Page, Route } from '@playwright/test';
import { ask } from '@site/testkit/site/http.ts';
import { filled } from '@site/testkit/site/texts.ts';
import { failedResource } from '../support/test.ts';
import { waitForHydration } from '../support/visitor.ts';
import { expect, goodMessage, test } from './contactTest.ts';

test('errors from the server are listed in the language of the page, one line per field', async ({ form, watched }) => {
  watched.allow(failedResource);
  await form.open('fr');
  // The server counts what nobody sees as nothing.
  const short = { name: 'Ada\u200b', subject: 'Why\u200b' };
  await form.fill({ ...goodMessage, ...short });
  await form.button.click();
  await expect(form.errors).toHaveText([
    'Nom obligatoire ou longueur incorrecte',
    'Objet obligatoire ou longueur incorrecte.',
  ]);
  expect(form.sent).toHaveLength(1);
  expect(await form.values()).toEqual({ ...goodMessage, ...short });
  await form.fill(goodMessage);
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
});

test('an error entry about several fields is shown as one line per field', async ({ form, page, watched }) => {
  watched.allow(failedResource);
  const errors = [
    { email: 'We know nobody there.', message: 'Too cryptic.' },
    { name: 'Who?' },
    { subject: 'Which one?' },
  ];
  await page.route('**/api/v1/contact', (route) => route.fulfill({ status: 422, json: { errors } }));
  await form.open('en');
  await form.fill(goodMessage);
  await form.button.click();
  await expect(form.errors).toHaveText(['We know nobody there.', 'Too cryptic.', 'Who?', 'Which one?']);
});

test('an offline visitor sees why sending failed, and can send the message once back online', async ({
  form,
  context,
  watched,
}) => {
  watched.allow(failedResource);
  await form.open('es');
  await form.fill(goodMessage);
  await context.setOffline(true);
  await form.button.click();
  await expect(form.failures).toHaveText([form.texts.unreachable]);
  expect(await form.values()).toEqual(goodMessage);
  await context.setOffline(false);
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
});

for (const [title, status, json, text] of [
  ['an error of the server', 500, {}, 'unknown'],
  ['a proxy without its server', 503, 'Service Unavailable', 'unknown'],
  ['an API that doesn’t know', 504, { error: { code: 'outcome_unknown' } }, 'unknown'],
  ['an API that has stored nothing', 503, { error: { code: 'storage_unavailable' } }, 'failed'],
] as const)
  test(`after ${title}, the form keeps everything the visitor typed, and says whether the message may be stored`, async ({
    form,
    page,
    watched,
  }) => {
    watched.allow(failedResource);
    await page.route('**/api/v1/contact', (route) => route.fulfill({ status, json }));
    await form.open('fr');
    await form.fill(goodMessage);
    await form.button.click();
    await expect(form.failures).toHaveText([filled(form.texts[text])]);
    await expect(page.getByRole('heading', { name: form.failureHeading })).toBeFocused();
    await expect(form.errors, 'nothing is to be corrected').toHaveCount(0);
    expect(await form.values()).toEqual(goodMessage);
    await expect(form.button).toBeEnabled();
  });

/** A browser whose cookies don't reach the API. */
const blockCookies = (page: Page) =>
  page.route('**/api/v1/contact', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'xsrf_mismatch' } } }),
  );

test('a browser that blocks cookies sends the message as without scripts', async ({ form, page, watched }) => {
  watched.allow(failedResource);
  await blockCookies(page);
  await form.open('fr');
  await form.fill({ ...goodMessage, subject: 'No cookies' });
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
  await expect(page).toHaveURL(/\/fr\/contact$/);
});

test('on a host that takes no forms, such a visitor learns why, and keeps the text', async ({
  form,
  page,
  watched,
}) => {
  watched.allow(failedResource);
  await blockCookies(page);
  await form.open('fr');
  await page.route('**/fr/contact', (route) => route.fulfill({ status: 405, body: '' }));
  await form.fill(goodMessage);
  await form.button.click();
  await expect(form.failures).toHaveText([filled(form.texts.refused)]);
  expect(await form.values()).toEqual(goodMessage);
});

test('a visitor who sends too many messages is asked to wait, and keeps the text', async ({
  form,
  site,
  visitorAddress,
  watched,
}) => {
  watched.allow(failedResource);
  await form.open('en');
  await form.fill(goodMessage);
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitorAddress };
  const refused = Array.from({ length: 30 }, () =>
    ask(site, '/api/v1/contact', { method: 'POST', headers, body: '{}' }),
  );
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 403));
  await form.button.click();
  await expect(form.failures).toHaveText([/please wait (?:9|10)\sminutes/]);
  expect(await form.values()).toEqual(goodMessage);
});

test('a visitor who reloads the page keeps the message', async ({ form, page }) => {
  await form.open('en');
  await form.fill(goodMessage);
  await page.reload();
  await waitForHydration(page);
  await expect.poll(() => form.values()).toEqual(goodMessage);
});

test('a visitor who comes back from another page keeps the message', async ({ form, page }) => {
  await form.open('en');
  await form.fill(goodMessage);
  await page.getByRole('banner').getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page).toHaveURL('/en/team');
  await page.goBack();
  await expect.poll(() => form.values()).toEqual(goodMessage);
});

test('text typed before the scripts load is kept', async ({ form, page }) => {
  const typeFirst = async (route: Route) => {
    await form.field('message').fill('Typed very early.');
    await route.continue();
  };
  await page.route('**/assets/**/*.js', typeFirst, { times: 1 });
  await form.open('en');
  await expect(form.field('message')).toHaveValue('Typed very early.');
});

test('a sent message is not restored', async ({ form, page }) => {
  await form.open('en');
  await form.fill(goodMessage);
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
  await page.goto('/en/team');
  await form.open('en');
  expect(await form.values()).toEqual({ name: '', email: '', subject: '', message: '' });
});
