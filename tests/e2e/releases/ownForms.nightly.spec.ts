import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { Team } from '@site/testkit/site/Team.ts';
import { expect, test } from '../support/serverTest.ts';

/** What a team's own API got. */
interface Signup {
  readonly key: string | undefined;
  readonly token: string | undefined;
  readonly cookie: string | undefined;
  readonly body: { readonly values: Readonly<Record<string, string | boolean>>; readonly language: string };
}

/** A team's own API: it stores what comes under a new key, and rejects an address that it knows. */
async function startApi() {
  const stored = new Map<string, Signup>();
  const api = { stored, status: 201 };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { headers } = request;
    const body = JSON.parse(Buffer.concat(parts).toString()) as Signup['body'];
    const key = String(headers['idempotency-key']);
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (api.status !== 201) return answer(api.status, { stack: 'secret' });
    const isKnown = [...stored].some(
      ([other, { body: old }]) => other !== key && old.values.email === body.values.email,
    );
    if (isKnown) return answer(422, { errors: [{ email: 'This address is on the list <already>' }] });
    stored.set(key, { key, token: headers.authorization, cookie: headers.cookie, body });
    return answer(201, {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(api, { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/public/`, stop });
}

const forms = `import type { DeclaredForm } from '@site/shared';

/** Who comes to an event. */
export const signup = {
  to: 'events/signups',
  fields: {
    name: { max: 100, autoComplete: 'name', half: true },
    email: { format: 'email', autoComplete: 'email', half: true },
    day: { options: ['monday', 'tuesday'] },
    code: { format: { pattern: '[A-Z]{2}-\\\\d{4,6}' }, required: false },
    note: { kind: 'text', required: false },
    agree: { kind: 'checkbox' },
    news: { kind: 'checkbox', required: false },
  },
} as const satisfies DeclaredForm;
`;

const pageModule = `import { definePage } from '@site/shared';
import { type FormResult, formStrings } from '@site/shared/form/Form.tsx';
import { strings } from '../../strings.ts';
import { EventsPage } from './EventsPage.tsx';

export default definePage<undefined, FormResult>({
  component: EventsPage,
  strings: formStrings(strings(['page', 'form', 'fields', 'problems'])),
  head: (_, translate, { result }) => (result ? { titlePrefix: translate('form.errorTitle') } : {}),
});
`;

const component = `import { PageHeader, type PageProps, pathOf, Section } from '@site/shared';
import { Form, type FormResult } from '@site/shared/form/Form.tsx';
import { useTranslation } from 'react-i18next';
import { signup } from '../../forms.ts';

/** Where people sign up. */
export function EventsPage(page: PageProps<undefined, FormResult>) {
  const { t } = useTranslation('events');
  const { language } = page;
  return (
    <>
      <PageHeader title={t('page.title')} lead={t('page.lead')} />
      <Section first>
        <Form
          key={\`\${language}-\${page.query}\`}
          remote="events"
          name="signup"
          fields={signup.fields}
          page={page}
          action={pathOf('events', language)}
        />
      </Section>
    </>
  );
}
`;

const componentTest = `import { expect, test } from '@rstest/core';
import { signup } from '../../forms.ts';

test('asks for seven things', () => {
  expect(Object.keys(signup.fields)).toHaveLength(7);
});
`;

/** The texts of the form, the same in each language. */
function withForm(text: string): string {
  const { page, ...others } = JSON.parse(text);
  const { steps: _, ...shown } = page;
  const field = (label: string) => ({ label, hint: `${label}, please` });
  const day = { ...field('Day'), options: { monday: 'Monday', tuesday: 'Tuesday' } };
  return JSON.stringify({
    page: shown,
    form: { title: 'Come and see us', sent: 'See you there' },
    fields: {
      name: field('Name'),
      email: field('E-mail address'),
      day,
      code: field('Customer number'),
      note: field('Note'),
      agree: field('I agree'),
      news: field('Send me news'),
    },
    problems: {
      name: 'Your name is missing',
      email: 'Your address is missing',
      emailFormat: 'That is no address',
      day: 'Choose a day',
      code: 'Too long a number',
      codeFormat: 'A customer number is like AB-1234',
      note: 'Too long a note',
      agree: 'Tick the box to agree',
      news: 'That is no answer',
    },
    ...others,
  });
}

// For the copy of the project, too: it takes a while where other tests run.
test.setTimeout(900_000);

test('a team’s form reaches its own API, with scripts and without, once the owner grants that', async ({
  startOwnProcess,
  page: tab,
  browser,
}) => {
  const [team, store, api] = await Promise.all([Team.withRepository('events'), ReleaseStore.create(), startApi()]);
  const environment = await team.admitTo(store.folder);
  const site = await startOwnProcess({
    releases: store.folder,
    environment: { ...environment, REMOTE_API_EVENTS: 'a-token' },
  });
  const files = {
    'src/forms.ts': forms,
    'src/pages/events/page.ts': pageModule,
    'src/pages/events/EventsPage.tsx': component,
    'src/pages/events/EventsPage.test.tsx': componentTest,
  };
  for (const [file, text] of Object.entries(files)) await team.write(file, text);
  await team.change('src/remote.ts', (text) =>
    text
      .replace('/** This', "import { signup } from './forms.ts';\n\n/** This")
      .replace('  pages: {', "  apis: { events: { description: 'Who comes' } },\n  forms: { signup },\n  pages: {")
      .replace("places: ['menu']", "places: ['menu'], form: 'signup'"),
  );

  await test.step('a form without its texts is refused, and the message says which', async () => {
    const { code, output } = await team.attempt(site.origin, 'build');
    expect(code).toBe(1);
    expect(output).toContain('BUILD-FORM The form "signup" has no text "form.title" in locales/en.json');
  });
  for (const language of ['en', 'fr', 'es']) await team.change(`locales/${language}.json`, withForm);
  await team.run('npx', 'site', 'check', 'types', 'boundaries', 'styles', 'catalogues');

  const grant = async (change: object) => {
    const file = join(dirname(store.folder), 'policy.json');
    const events = { remote: 'events', address: api.address, token: 'REMOTE_API_EVENTS', ...change };
    await writeFile(file, JSON.stringify({ ...defaultPolicy, grants: { events } }));
    const { TRUSTED_KEYS = '' } = environment;
    const keys = { TRUSTED_KEYS, RELEASE_KEY: join(dirname(TRUSTED_KEYS), 'local.key') };
    expect(await store.run(['policy', file, '--yes'], keys)).toMatchObject({ code: 0 });
  };
  await test.step('an API that the remote may only read gets no forms', async () => {
    await grant({});
    const { code, output } = await team.attempt(site.origin, 'publish', '--promote');
    expect(code).toBe(1);
    expect(output).toContain('RELEASE-OWN-API The form "signup"');
  });
  await grant({ methods: ['GET', 'POST'] });
  expect(await team.release(site.origin, 'publish', '--promote')).toContain('is live');
  await expect.poll(async () => (await fetch(`${site.origin}/en/events`)).status).toBe(200);

  const stored = () => [...api.stored.values()].map(({ body }) => body);
  await test.step('with scripts', async () => {
    await tab.goto(`${site.origin}/en/events`);
    await tab.getByRole('button', { name: 'Send' }).click();
    await expect(tab.getByRole('link', { name: 'Choose a day' })).toBeVisible();
    await tab.getByLabel('Name').fill('Ada');
    await tab.getByLabel('E-mail address').fill('ada@example.com');
    await tab.getByLabel('Day').selectOption('tuesday');
    await tab.getByLabel('Customer number').fill('ab-12');
    const agree = tab.getByRole('checkbox', { name: 'I agree' });
    await expect(agree).toHaveAccessibleDescription('I agree, please Tick the box to agree');
    expect((await tab.locator('label', { has: agree }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    // The site's reset takes the look of controls: without the browser's own, nobody sees a box.
    await expect(agree).toHaveCSS('appearance', 'auto');
    await agree.press('Space');
    await expect(agree).toHaveAccessibleDescription('I agree, please');
    await tab.getByRole('button', { name: 'Send' }).click();
    await expect(tab.getByRole('link')).toContainText(['A customer number is like AB-1234']);
    await tab.reload();
    await expect(agree).toBeChecked();
    await tab.getByLabel('Customer number').fill('AB-1234');
    await tab.getByRole('button', { name: 'Send' }).click();
    await expect(tab.getByText('See you there')).toBeVisible();
    await expect(tab.locator('#form-sent')).toBeFocused();
    const values = {
      name: 'Ada',
      email: 'ada@example.com',
      day: 'tuesday',
      code: 'AB-1234',
      note: '',
      agree: true,
      news: false,
    };
    expect(stored()).toEqual([{ values, params: {}, language: 'en' }]);
    expect([...api.stored.values()].map(({ token, cookie }) => [token, cookie])).toEqual([
      ['Bearer a-token', undefined],
    ]);
    expect(await tab.context().cookies()).toEqual([]);
  });

  await test.step('without scripts, also what the API rejects', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${site.origin}/fr/events`);
    await plain.getByLabel('Name').fill('Bea');
    await plain.getByLabel('E-mail address').fill('ada@example.com');
    await plain.getByLabel('Day').selectOption('monday');
    await plain.getByLabel('Note').fill('Two of us\nand a dog');
    await plain.getByLabel('Customer number').fill('AB-1234567');
    await plain.getByLabel('Send me news').check();
    await plain.getByRole('button', { name: 'Envoyer' }).click();
    await expect(plain).toHaveTitle(/^Erreur/);
    await expect(plain.getByRole('link', { name: 'A customer number is like AB-1234' })).toBeVisible();
    await plain.getByRole('link', { name: 'Tick the box to agree' }).click();
    await expect(plain.getByLabel('I agree')).toBeFocused();
    await expect(plain.getByLabel('I agree')).toHaveAttribute('aria-invalid', 'true');
    await expect(plain.getByLabel('Send me news')).toBeChecked();
    await plain.getByLabel('Customer number').fill('');
    await plain.getByLabel('I agree').check();
    await plain.getByRole('button', { name: 'Envoyer' }).click();
    await expect(plain.getByRole('link', { name: 'This address is on the list <already>' })).toBeVisible();
    await expect(plain.getByLabel('Note')).toHaveValue('Two of us\nand a dog');
    await expect(plain.getByLabel('Day')).toHaveValue('monday');
    await expect(plain.getByLabel('I agree')).toBeChecked();
    await plain.getByLabel('E-mail address').fill('bea@example.com');
    await plain.getByRole('button', { name: 'Envoyer' }).click();
    await expect(plain).toHaveURL(`${site.origin}/fr/events?sent=1#form-sent`);
    await expect(plain.getByText('See you there')).toBeVisible();
    await plain.reload();
    expect(stored()).toHaveLength(2);
    expect(stored()[1]?.values).toMatchObject({
      email: 'bea@example.com',
      note: 'Two of us\nand a dog',
      agree: true,
      news: true,
    });
    await context.close();
  });

  const post = async (values: object, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ name: 'Eve', email: 'eve@example.com', day: 'monday', agree: 'on', ...values });
    return await fetch(`${site.origin}/en/events`, { method: 'POST', body, redirect: 'manual', headers });
  };
  await test.step('bots, other sites and broken rules get nothing in', async () => {
    expect((await post({}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ website: 'x' })).status).toBe(422);
    expect((await post({ day: 'sunday' })).status).toBe(422);
    for (const agree of ['', 'true', '1', 'on,on']) expect((await post({ agree })).status, agree).toBe(422);
    expect((await post({ code: `${'A'.repeat(5_000)}!` })).status).toBe(422);
    expect((await post({}, { accept: 'application/json', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await fetch(`${site.origin}/api/remotes/events/signups`, { method: 'POST' })).status).toBe(404);
    expect(stored()).toHaveLength(2);
  });

  await test.step('a repeated press stores a form once', async () => {
    expect(await Promise.all([post({}), post({})]).then((all) => all.map(({ status }) => status))).toEqual([303, 303]);
    expect(stored()).toHaveLength(3);
  });

  await test.step('while the API fails, the form comes back with what was written, and nothing of the API', async () => {
    api.status = 500;
    const answer = await post({ email: 'zoe@example.com', name: 'Zoë' });
    const html = await answer.text();
    expect([answer.status, html.includes('value="Zoë"'), html.includes('secret')]).toEqual([503, true, false]);
    expect((await post({ email: 'zoe@example.com' }, { accept: 'application/json' })).status).toBe(504);
    await expect.poll(site.output).toMatch(/SITE-OWN-API The API .* of events failed/);
    expect(site.output()).not.toContain('zoe@example.com');
  });
  api.stop();
  await Promise.all([team.leave(), store.remove()]);
});
