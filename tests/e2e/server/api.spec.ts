import { languages } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { news } from '@site/testkit/site/texts.ts';
import { expect, runCli, test } from '../support/serverTest.ts';

const message = { name: 'Ada Lovelace', email: 'ada@example.org', subject: 'By hand', message: 'Sent without a form.' };

const visitor = { 'x-forwarded-for': '198.19.0.1' };

/** Headers with a token of the site, as its own scripts send them. */
async function tokenHeaders(site: Pick<RunningSite, 'origin'>): Promise<Record<string, string>> {
  const { headers } = await ask(site, '/api/v1/xsrf');
  const token = /XSRF-TOKEN=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
  return { ...visitor, cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token, 'content-type': 'application/json' };
}

const post = (site: Pick<RunningSite, 'origin'>, headers: Record<string, string>, body: string) =>
  ask(site, '/api/v1/contact', { method: 'POST', headers, body });

test('a message is on disk when the API responds with 201', async ({ site }) => {
  const { status, body } = await post(site, await tokenHeaders(site), JSON.stringify(message));
  expect(status).toBe(201);
  const { id } = JSON.parse(body) as { id: string };
  expect(await runCli('messages', site, 'show', id)).toContain('Sent without a form.');
});

test('an invalid message gets 422 and one error per broken rule, in the requested language', async ({ site }) => {
  const headers = { ...(await tokenHeaders(site)), 'accept-language': 'es' };
  const { status, body } = await post(site, headers, JSON.stringify({ ...message, name: 'Ada', email: '' }));
  expect(status).toBe(422);
  expect(JSON.parse(body)).toEqual({
    errors: [{ name: 'Nombre obligatorio o longitud incorrecta' }, { email: 'Correo electrónico obligatorio.' }],
  });
});

test('each kind of bad request is refused with its own status, and never with a stack trace', async ({ site }) => {
  const good = await tokenHeaders(site);
  const wrong = [
    [403, { ...good, 'x-xsrf-token': 'another' }, JSON.stringify(message)],
    [403, { ...good, origin: 'https://evil.example' }, JSON.stringify(message)],
    [413, good, JSON.stringify({ ...message, message: 'x'.repeat(300_000) })],
    [415, { ...good, 'content-type': 'text/plain' }, 'hello'],
    [400, good, '{"name":'],
  ] as const;
  for (const [expected, headers, sent] of wrong) {
    const { status, body } = await post(site, { ...headers, 'accept-language': 'fr' }, sent);
    expect(status, sent.slice(0, 40)).toBe(expected);
    expect(body).toMatch(/^\{"error":\{"code":"\w+","message":"[^"]+"\}\}$/);
    expect(body).not.toMatch(/\bat \S+:\d+|node_modules|Error:/);
  }
});

for (const language of languages) {
  test(`the news in ${language} are newest first, without their links`, async ({ site }) => {
    const { status, body } = await ask(site, `/api/v1/blog/${language}`);
    expect(status).toBe(200);
    const list = (JSON.parse(body) as { news: Record<string, unknown>[] }).news;
    expect(list.map(({ slug }) => slug)).toEqual(news[language].map(({ slug }) => slug));
    const fields = ['uid', 'slug', 'title', 'source', 'publication_date', 'type', 'url_video'];
    for (const { language: _, ...item } of list) expect(Object.keys(item)).toEqual(fields);
  });

  test(`an article in ${language} has its link, title, type and video`, async ({ site }) => {
    const [{ slug, title, link }] = news[language];
    const { body } = await ask(site, `/api/v1/blog/${language}/r/${slug}`);
    expect(JSON.parse(body)).toMatchObject({ link, title, url_video: null });
  });
}

test('other addresses of the API are 404', async ({ site }) => {
  for (const path of ['/api/v1/blog/de', '/api/v1/blog/en/r/nothing', '/api/v1/messages', '/api/v1/']) {
    const { status, headers } = await ask(site, path);
    expect(status, path).toBe(404);
    expect(headers.get('content-type')).toContain('application/json');
  }
});
