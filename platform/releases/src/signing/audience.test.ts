import { expect, test } from '@rstest/core';
import { isSite, siteAt, siteOfService, siteOfStore } from './audience.ts';

test.each([
  ['https://WWW.Example.com:443/en', 'https://www.example.com'],
  ['https://www.example.com:8443', 'https://www.example.com:8443'],
  ['http://10.0.0.5', 'http://10.0.0.5'],
  ['http://127.0.0.1:3000/releases', 'http://localhost'],
  ['http://localhost:4000', 'http://localhost'],
  ['https://[::1]:3000', 'http://localhost'],
  [undefined, 'http://localhost'],
])(
  'the site at %s is %s: a name has one spelling, and a machine without a name is the same site on all ports',
  (origin, site) => {
    expect(siteAt(origin)).toBe(site);
    expect(isSite(site)).toBe(true);
  },
);

test.each([
  '',
  'www.example.com',
  'https://example.com/',
  'https://a;b',
  'https://$(x)',
  'https://a b',
  'javascript:1',
  'http://\u001b[2J',
])('"%s" does not name a site, so no error suggests copying it into a shell', (text) => {
  expect(isSite(text)).toBe(false);
  expect(() => siteOfService(undefined, 'https://www.example.com/releases', text)).toThrow(
    /^RELEASE-SITE .* names no site\.$/,
  );
});

const site = 'https://www.example.com';
const service = 'https://www.example.com/releases';

test('a service at the site’s own origin is trusted, and any other only if SITE_ORIGIN agrees', () => {
  expect(siteOfService(undefined, service, site)).toBe(site);
  expect(siteOfService(site, 'https://releases.example.net', site)).toBe(site);
  expect(siteOfService(undefined, 'http://127.0.0.1:3200/releases', 'http://localhost')).toBe('http://localhost');
  for (const [origin, address] of [
    [undefined, 'https://releases.example.net'],
    [undefined, 'http://127.0.0.1:3200/releases'],
    ['https://www.example.org', service],
  ] as const)
    expect(() => siteOfService(origin, address, site)).toThrow('RELEASE-SITE');
});

test('for a store SITE_ORIGIN decides; without it, nothing is signed for a site that has a name', () => {
  expect(siteOfStore(site, '/srv/releases', 'https://www.example.org')).toBe(site);
  expect(siteOfStore(undefined, '/srv/releases', undefined)).toBe('http://localhost');
  expect(siteOfStore(undefined, '/srv/releases', 'http://localhost')).toBe('http://localhost');
  expect(() => siteOfStore(undefined, '/srv/releases', site)).toThrow(`SITE_ORIGIN=${site}`);
});
