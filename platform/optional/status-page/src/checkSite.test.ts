import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { checkSite } from './checkSite.ts';
import { type Answer, page, send, startFakeSite } from './testing/fakeSite.ts';

const token = 'a-token-of-the-tests';
/** Long enough for any machine, but for what never answers. */
const timing = { answer: 20_000, slow: 20_000, again: 1 };
const allUp = { pages: 'up', form: 'up', news: 'up' };

async function statesOf(differences: Readonly<Record<string, Answer>>, times: Partial<typeof timing> = {}) {
  const { origin } = await startFakeSite(differences);
  return Object.fromEntries(await checkSite({ origin, token }, { ...timing, ...times }));
}

test('a site that works has pages, a form and news', async () => {
  expect(await statesOf({})).toEqual(allUp);
});

test('without a token, the form isn’t checked, and no message is sent', async () => {
  const { origin, seen } = await startFakeSite();
  expect([...(await checkSite({ origin, token: undefined }, timing)).keys()]).toEqual(['pages', 'news']);
  expect(seen.map(({ path }) => path)).not.toContain('/api/v1/contact');
});

test('the test message is the one of the documented monitor', async () => {
  const { origin, seen } = await startFakeSite();
  await checkSite({ origin, token }, timing);
  const documented = await readFile(join(import.meta.dirname, '../../../../docs/deploy/blackbox.yml'), 'utf8');
  const lines = documented.replaceAll('THE_TOKEN', token).replaceAll('https://www.example.com', origin);
  const headers = [...lines.matchAll(/^ {8}([\w-]+): (.+)$/gm)].map(([, name = '', value]) => [
    name.toLowerCase(),
    value,
  ]);
  expect(headers.length).toBeGreaterThan(3);
  const message = seen.find(({ path }) => path === '/api/v1/contact');
  expect(message?.headers).toMatchObject(Object.fromEntries(headers));
  expect(lines).toContain(`body: '${message?.body}'`);
});

const never: Answer = () => undefined;
const cut: Answer = (response) => void response.writeHead(200).write('<html lang="en">', () => response.destroy());
const stuck: Answer = (response) => void response.writeHead(200).write('<html lang="en">');
const everywhere = (answer: Answer) => ({ '/en': answer, '/fr': answer, '/es': answer });

test.each([
  ['fail', send(503, 'We’ll be right back')],
  ['break off', cut],
  ['are in another language', page('de')],
  ['are incomplete', send(200, '<html lang="en"><html lang="fr"><html lang="es">')],
  ['lead elsewhere', send(302, '', { location: 'https://elsewhere.example/' })],
])('pages that %s are down', async (_, answer) => {
  expect(await statesOf(everywhere(answer))).toEqual({ ...allUp, pages: 'down' });
});

test.each([
  ['never answer', never],
  ['never end', stuck],
])('pages that %s are down', async (_, answer) => {
  expect(await statesOf(everywhere(answer), { answer: 500 })).toMatchObject({ pages: 'down' });
});

test('a site that isn’t there is down', async () => {
  const states = await checkSite({ origin: 'http://127.0.0.1:1', token }, timing);
  expect(Object.fromEntries(states)).toEqual({ pages: 'down', form: 'down', news: 'down' });
});

test.each([
  ['one language fails', { '/fr': send(500) }],
  [
    'an earlier page stands in',
    { '/es': send(200, '<html lang="es"></html>', { 'cache-status': 'site; hit; ttl=-9; detail=stale-if-error' }) },
  ],
])('pages are degraded when %s', async (_, differences) => {
  expect(await statesOf(differences)).toEqual({ ...allUp, pages: 'degraded' });
});

test('what answers slowly is degraded', async () => {
  const late: Answer = (response, request) => void setTimeout(() => page('en')(response, request), 60);
  expect(await statesOf({ '/en': late }, { slow: 30 })).toMatchObject({ pages: 'degraded' });
});

test('what works at the second try is degraded, not down', async () => {
  let tries = 0;
  const flaky: Answer = (response, request) => {
    tries += 1;
    (tries === 1 ? send(502) : wellStored)(response, request);
  };
  const wellStored = send(200, 'This message could have been stored.');
  expect(await statesOf({ '/api/v1/contact': flaky })).toEqual({ ...allUp, form: 'degraded' });
});

test('a site may have no form and no news, but not no pages', async () => {
  const none = send(404);
  const news = { '/en/atom.xml': none, '/fr/atom.xml': none, '/es/atom.xml': none };
  expect(await statesOf(news)).toEqual({ pages: 'up', form: 'up' });
  expect(await statesOf({ '/api/v1/contact': none, ...everywhere(none) })).toEqual({ pages: 'down', news: 'up' });
});

test('the token goes to no other site', async () => {
  const other = await startFakeSite();
  const away = send(307, '', { location: `${other.origin}/api/v1/contact` });
  expect(await statesOf({ '/api/v1/contact': away })).toEqual({ ...allUp, form: 'down' });
  expect(other.seen).toEqual([]);
});
