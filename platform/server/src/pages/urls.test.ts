import { expect, test } from '@rstest/core';
import { languageOf, routableUrl } from './urls.ts';

test.each([
  ['/en/pricing?a=b', '/en/pricing?a=b'],
  ['/en?next=http://site.example/', '/en?next=http://site.example/'],
  ['http://site.example/en/pricing?a=b', '/en/pricing?a=b'],
  ['HTTPS://site.example:3000', '/'],
  ['http://site.example?a=b', '/?a=b'],
  ['*', '*'],
  ['//en', '//en'],
  ['/en/%ff', '/en/%25ff'],
  [undefined, '/'],
])('%s is read as %s', (url, path) => {
  expect(routableUrl(url)).toBe(path);
});

test.each([
  ['/fr/prix', 'es', 'fr'],
  ['/', 'fr;q=0.5, es', 'es'],
  ['/', 'fr;Q=0.5, es;Q=0.8', 'es'],
  ['/', 'es;Q=0, fr;q=0.1', 'fr'],
  ['/', 'es;q=0;x, FR-ca', 'fr'],
  ['/', 'es;q=0.1;x=1, fr;q=0.2', 'fr'],
  ['/', '*, de;q=1', 'en'],
  ['/', undefined, 'en'],
] as const)('at %s a browser that prefers %s reads %s', (path, accepted, language) => {
  expect(languageOf(path, accepted)).toBe(language);
});
