import { ask, languageOf, textOf } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/serverTest.ts';

/** Addresses without a page, and the language of the 404 page that they get. */
const missing = [
  { path: '/en/servicios', language: 'en', why: 'a Spanish slug is not an English page' },
  { path: '/fr/pricing', language: 'fr', why: 'an English slug is not a French page' },
  { path: '/es/prix', language: 'es', why: 'a French slug is not a Spanish page' },
  { path: '/en/blog/x/y', language: 'en', why: 'an article has one segment' },
  { path: '/fr/blog/inconnu', language: 'fr', why: 'there is no such article' },
  { path: '/en/Services', language: 'en', why: 'slugs are lower case' },
  {
    path: '/de',
    accept: 'fr-CA,fr;q=0.9,en;q=0.5',
    language: 'fr',
    why: 'German is not supported: the browser decides',
  },
  { path: '/de', accept: 'de', language: 'en', why: 'no language matches: English is the fallback' },
  { path: '/services', accept: 'es', language: 'es', why: 'an address starts with a language' },
  { path: '/english', accept: 'es', language: 'es', why: 'a language is a whole segment' },
  {
    path: '/wp-login.php',
    accept: 'en;q=0.4, de, es;q=0.8',
    language: 'es',
    why: 'the most preferred supported language',
  },
  { path: '/en/blog/a%2Fb%00', language: 'en', why: 'a slash in an article’s name is part of it' },
  { path: '/en/%E0%A4%A', language: 'en', why: 'a malformed address has no page' },
] as const;

for (const { path, language, why, ...wish } of missing) {
  const accept = 'accept' in wish ? wish.accept : undefined;

  test(`${path} ${accept ? `for ${accept} ` : ''}is the 404 page in ${language}: ${why}`, async ({ site }) => {
    const { status, body } = await ask(site, path, { headers: accept ? { 'accept-language': accept } : {} });
    expect(status).toBe(404);
    expect(languageOf(body)).toBe(language);
    expect(textOf(body)).toContain(texts[language].shell.notFound.title);
  });
}

test('the English 404 page has the texts of the specification', async ({ site }) => {
  const text = textOf((await ask(site, '/en/nowhere')).body);
  expect(text).toContain('Page not found');
  expect(text).toContain('Sorry, the page you are looking for could not be found');
});

for (const [path, target] of [
  ['/en/', '/en'],
  ['/fr/prix/', '/fr/prix'],
  ['/es/contacto/?sent=1', '/es/contacto?sent=1'],
  ['/en/%70ricing', '/en/pricing'],
  ['/%66r/pri%78/?next=%2f%2fevil.example', '/fr/prix?next=%2f%2fevil.example'],
  ['/en/blog/a%2db', '/en/blog/a-b'],
] as const) {
  test(`${path} redirects permanently to ${target}`, async ({ site }) => {
    const { status, headers } = await ask(site, path);
    expect(status).toBe(301);
    expect(headers.get('location')).toBe(target);
  });
}

test('an address cannot redirect to another site', async ({ site }) => {
  for (const path of ['//evil.example/', '//evil.example/en/', '/en//evil.example/', '/%2Fevil.example/en/%70ricing']) {
    const { status, headers } = await ask(site, path);
    expect(status, path).toBe(404);
    expect(headers.get('location'), path).toBeNull();
  }
});
