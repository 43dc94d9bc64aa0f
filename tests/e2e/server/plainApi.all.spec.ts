import { addresses } from '@site/testkit/site/addresses.ts';
import { json, type PlainApi, startPlainApi } from '@site/testkit/site/faults/fakeApis.ts';
import { ask, languageOf, textOf } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { ContactForm } from '../contact/contactTest.ts';
import { expect } from '../support/serverTest.ts';
import { failedResource, test as siteTest } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

interface Fixtures {
  readonly api: PlainApi;
  /** A site that uses that API. */
  readonly others: RunningSite;
}

/** A test of a site with a third-party API. */
const test = siteTest.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  api: async ({}, use) => {
    const api = await startPlainApi();
    await use(api);
    api.stop();
  },
  others: async ({ api, startOwnSite }, use) => use(await startOwnSite({ environment: { API_ORIGIN: api.origin } })),
});

const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'An engine',
  message: 'Could you build one for our shop?',
};

const item = {
  uid: '1',
  slug: 'engine',
  title: 'An engine',
  source: 'Notes',
  publication_date: '2026-03-28',
  type: 'x',
};

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

const post = (site: RunningSite, language: 'en' | 'fr' | 'es', headers: Record<string, string> = {}) =>
  ask(site, addresses[language].contact, {
    method: 'POST',
    headers: { ...formHeaders, origin: site.origin, ...headers },
    body: new URLSearchParams(message).toString(),
  });

test('a message reaches an API that has only the three endpoints of the specification', async ({
  page,
  watched,
  api,
  others,
}) => {
  watched.allow(failedResource);
  const form = new ContactForm(page);
  await form.open('en', others.origin);
  await form.fill(message);
  await page.getByRole('button', { name: form.texts.send }).click();
  await expect(page.getByText('Message has been sent to our team')).toBeVisible();
  expect(api.messages).toEqual([{ body: expect.objectContaining(message), token: undefined }]);
});

test('a proxy’s page instead of the API’s response does not count as sent, with or without scripts', async ({
  page,
  watched,
  api,
  others,
}) => {
  watched.allow(failedResource);
  api.answers.contact = { body: '<!doctype html><title>Sign in</title>' };
  const form = new ContactForm(page);
  await form.open('fr', others.origin);
  await form.fill(message);
  await page.getByRole('button', { name: form.texts.send }).click();
  await expect(page.getByText(texts.fr.contact.form.unknown)).toBeVisible();
  await expect(form.field('message')).toHaveValue(message.message);
  const answer = await post(others, 'fr');
  expect(answer.status).toBe(503);
  expect(textOf(answer.body)).toContain(texts.fr.contact.form.unknown);
});

test('malformed news are shown as far as possible, without unsafe videos or redirects', async ({
  page,
  watched,
  api,
  others,
}) => {
  watched.allow(/SITE-NEWS/);
  const script = 'javascript:alert(document.domain)';
  api.answers.list = json({
    news: [
      { ...item, type: 'youtube', url_video: script },
      null,
      { ...item, uid: 2, slug: 'second', title: 'A second', publication_date: 'tomorrow', source: null },
      'text',
    ],
  });
  api.answers.article = json({ title: 'An engine', type: 'youtube', link: script, url_video: script });
  const list = await ask(others, addresses.en.blog);
  expect(list.status).toBe(200);
  expect(list.body).not.toContain('javascript:');
  const article = await ask(others, `${addresses.en.blog}/engine`);
  expect([article.status, article.body.includes('javascript:')]).toEqual([200, false]);

  await visit(page, others.origin + addresses.en.blog);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('time')).toHaveText(['2026-03-28']);
  expect(list.body).not.toContain('"datePublished":""');
  expect(others.output()).toContain('SITE-NEWS');
});

test('a title in Arabic reads from right to left, in the list and on its page', async ({ page, api, others }) => {
  const arabic = { title: 'شركة جديدة (HTML 5.3) تفتح مكتبها!', language: 'ar' };
  api.answers.list = json({ news: [{ ...item, ...arabic }] });
  api.answers.article = json({ ...arabic, link: 'https://news.example/', type: 'x', url_video: null });
  const list = addresses.en.blog;
  for (const [address, level] of [
    [list, 2],
    [`${list}/engine?stay`, 1],
  ] as const) {
    await visit(page, others.origin + address);
    const [first, last] = await page.getByRole('heading', { level, name: arabic.title }).evaluate((heading) => {
      const text = heading.firstChild as Text;
      return [0, text.length - 1].map((start) => {
        const range = new Range();
        range.setStart(text, start);
        range.setEnd(text, start + 1);
        return range.getBoundingClientRect().x;
      });
    });
    expect(last, address).toBeLessThan(first ?? 0);
  }
});

for (const [what, body] of [
  ['a proxy’s page', '<!doctype html><title>Sign in</title>'],
  ['a truncated response', '{"news":['],
  ['another shape', '{"news":{"1":{}}}'],
  ['null', 'null'],
] as const) {
  test(`when the API responds with ${what}, the blog and its articles appear without news, and the blog says so`, async ({
    api,
    others,
  }) => {
    api.answers.list = { body };
    api.answers.article = { body };
    for (const language of ['en', 'fr', 'es'] as const) {
      const list = await ask(others, addresses[language].blog);
      expect(list.status).toBe(200);
      expect(textOf(list.body)).toContain(texts[language].blog.list.unavailable);
      expect(list.headers.get('cache-control')).toBe('no-store');
      expect((await ask(others, `${addresses[language].blog}/engine`)).status).toBe(200);
    }
  });
}

test('when the API fails, the blog shows its last good list, and says that it may be stale', async ({
  page,
  watched,
  api,
  others,
}) => {
  watched.allow(failedResource);
  api.answers.list = json({ news: [item] });
  expect(textOf((await ask(others, addresses.es.blog)).body)).toContain(item.title);
  for (const answer of [{ body: 'null' }, json({}, 500), 'hang'] as const) {
    api.answers.list = answer;
    await expect(async () => {
      const { status, body } = await ask(others, addresses.es.blog);
      expect(status).toBe(200);
      expect(textOf(body)).toContain(item.title);
      expect(textOf(body)).toContain(texts.es.blog.list.stale);
    }).toPass();
  }
  await visit(page, others.origin + addresses.es.blog);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a message that the API does not accept in time is returned in full, and other visitors are not affected', async ({
  api,
  others,
}) => {
  api.answers.contact = 'hang';
  const before = await ask(others, addresses.fr.contact);
  const answer = await post(others, 'fr');
  expect(answer.status).toBe(503);
  expect(textOf(answer.body)).toContain(texts.fr.contact.form.unknown);
  for (const value of Object.values(message)) expect(answer.body).toContain(value);
  const after = await ask(others, addresses.fr.contact);
  expect([after.status, after.body]).toEqual([200, before.body]);
  api.answers.contact = json({});
  expect((await post(others, 'fr')).status).toBe(303);
});

test('a refused request gets a styled error page in the visitor’s language, with a link to the home page', async ({
  others,
}) => {
  const html = { accept: 'text/html,application/xhtml+xml' };
  for (const language of ['en', 'fr', 'es'] as const) {
    const crossSite = await post(others, language, { ...html, origin: 'https://evil.example' });
    const noForm = await ask(others, addresses[language].pricing, {
      method: 'POST',
      headers: { ...html, ...formHeaders, origin: others.origin },
      body: 'a=b',
    });
    expect([crossSite.status, noForm.status]).toEqual([403, 405]);
    for (const { body, headers } of [crossSite, noForm]) {
      expect(languageOf(body)).toBe(language);
      expect(textOf(body)).toContain(texts[language].shell.failures.request.title);
      expect(body).toContain(`href="${addresses[language].home}"`);
      expect(body).toContain('<style');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  }
});
