import { visit } from '../support/visitor.ts';
import { expect, test } from './eventsTest.ts';

const path = 'events/open-house';

test('a visitor learns at each field what is wrong, and the team’s API gets the form and nothing of the visitor', async ({
  events: { api },
  page,
}) => {
  await visit(page, `/en/${path}`);
  const main = page.getByRole('main');
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  await expect(main.getByRole('link', { name: 'Please choose what you come for.' })).toBeVisible();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('You come for').selectOption('talk');
  await page.getByLabel('Member number').fill('ab-12');
  const agree = page.getByRole('checkbox', { name: 'I come, or say so in time' });
  const hint = 'Others may be waiting for a place';
  await expect(agree).toHaveAccessibleDescription(`${hint} Please tick this box, so that we can count on you.`);
  expect((await page.locator('label', { has: agree }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  // The site's reset takes the look of controls: without the browser's own, nobody sees a box.
  await expect(agree).toHaveCSS('appearance', 'auto');
  await agree.press('Space');
  await expect(agree).toHaveAccessibleDescription(hint);
  await send.click();
  await expect(main.getByRole('link')).toContainText(['A member number is like AB-1234.']);
  await page.reload();
  await expect(agree).toBeChecked();
  await page.getByLabel('Member number').fill('AB-1234');
  await send.click();
  await expect(page.getByText('See you there')).toBeVisible();
  await expect(page.locator('#form-sent')).toBeFocused();
  const written = { name: 'Ada', email: 'ada@example.com', part: 'talk', badge: 'AB-1234', note: '' };
  expect([...api.signups.values()]).toEqual([
    { values: { ...written, agree: true, news: false }, params: { id: 'open-house' }, language: 'en' },
  ]);
  expect(await page.context().cookies()).toEqual([]);
});

test('without scripts, a form comes back with all that was written, also when the team’s API rejects it', async ({
  events: { origin, api },
  browser,
}) => {
  api.signups.set('earlier', { values: { email: 'ada@example.com' }, params: {}, language: 'en' });
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  const page = await context.newPage();
  const field = (name: string) => page.getByLabel(name);
  const send = page.getByRole('button', { name: 'Envoyer' });
  const agree = field('Je viens, ou je préviens à temps');
  await page.goto(`/fr/${path}`);
  await field('Nom').fill('Bea');
  await field('Adresse e-mail').fill('ada@example.com');
  await field('Vous venez pour').selectOption('dinner');
  await field('Ce que nous devons savoir').fill('Two of us\nand a dog');
  await field('Numéro de membre').fill('AB-1234567');
  await field('Parlez-moi d’autres rendez-vous').check();
  await send.click();
  await expect(page).toHaveTitle(/^Erreur/);
  await expect(page.getByRole('link', { name: 'Un numéro de membre est comme AB-1234.' })).toBeVisible();
  await page.getByRole('link', { name: 'Cochez cette case, pour que nous comptions sur vous.' }).click();
  await expect(agree).toBeFocused();
  await expect(agree).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Parlez-moi d’autres rendez-vous')).toBeChecked();
  await field('Numéro de membre').fill('');
  await agree.check();
  await send.click();
  await expect(page.getByRole('link', { name: 'This address is on the list <already>' })).toBeVisible();
  await expect(field('Ce que nous devons savoir')).toHaveValue('Two of us\nand a dog');
  await expect(field('Vous venez pour')).toHaveValue('dinner');
  await expect(agree).toBeChecked();
  await field('Adresse e-mail').fill('bea@example.com');
  await send.click();
  await expect(page).toHaveURL(`/fr/${path}?sent=1#form-sent`);
  await expect(page.getByText('À bientôt')).toBeVisible();
  await page.reload();
  const [, signup, ...others] = api.signups.values();
  expect(signup?.values).toMatchObject({
    email: 'bea@example.com',
    note: 'Two of us\nand a dog',
    agree: true,
    news: true,
  });
  expect(others, 'a loaded page sends nothing again').toEqual([]);
  await context.close();
});

/** Sends the form without a browser. */
function post(origin: string, values: object, headers: Record<string, string> = {}): Promise<Response> {
  const filled = { name: 'Eve', email: 'eve@example.com', part: 'talk', agree: 'on', ...values };
  const from = { 'x-forwarded-for': '192.0.2.7', ...headers };
  const body = new URLSearchParams(filled);
  return fetch(`${origin}/en/${path}`, { method: 'POST', body, redirect: 'manual', headers: from });
}

test('bots, other sites and broken rules get nothing into the team’s API', async ({ events: { origin, api } }) => {
  const status = async (...parameters: [values: object, headers?: Record<string, string>]) =>
    (await post(origin, ...parameters)).status;
  expect(await status({}, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await status({}, { accept: 'application/json', 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await status({ website: 'x' })).toBe(422);
  expect(await status({ part: 'sunday' })).toBe(422);
  for (const agree of ['', 'true', '1', 'on,on']) expect(await status({ agree }), agree).toBe(422);
  expect(await status({ badge: `${'A'.repeat(5_000)}!` })).toBe(422);
  expect(api.signups.size).toBe(0);
});

test('a form whose button is pressed twice is stored once', async ({ events: { origin, api } }) => {
  const answers = await Promise.all([post(origin, {}), post(origin, {})]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(api.signups.size).toBe(1);
});

test('while the team’s API dies or hangs, a form comes back with what was written, and the log has nothing of it', async ({
  events: { origin, api, output },
}) => {
  const before = output().length;
  // The site knows the event from now on, so that the page can still show it.
  expect((await fetch(`${origin}/en/${path}`)).status).toBe(200);
  const comesBack = async (note: string) => {
    const answer = await post(origin, { email: 'zoe@example.com', name: 'Zoë', note });
    const html = await answer.text();
    // A page that says why there is no form begins with its code.
    const shown = html.includes('value="Zoë"') ? 'what was written' : html.slice(0, 500);
    expect([answer.status, shown, html.includes('secret')]).toEqual([503, 'what was written', false]);
  };
  await test.step('dies', async () => {
    api.mood = 'dies';
    await comesBack('dies');
    const inPlace = await post(origin, { email: 'zoe@example.com' }, { accept: 'application/json' });
    expect(inPlace.status, 'it may be stored').toBe(504);
  });
  await test.step('hangs', async () => {
    api.mood = 'hangs';
    const { length } = api.asked;
    // Until the site has learned that, the page may have no time left for its data.
    await expect.poll(() => fetch(`${origin}/en/${path}`).then(() => api.asked.length)).toBeGreaterThan(length + 1);
    await comesBack('hangs');
  });
  await expect.poll(() => output().slice(before)).toMatch(/SITE-OWN-API The API .* of events failed/);
  expect(output()).not.toContain('zoe@example.com');
  expect(api.signups.size).toBe(0);
});
