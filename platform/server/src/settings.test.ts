import { expect, test } from '@rstest/core';
import { audienceOf, readSettings } from './settings.ts';

test('REMOTE_ORIGINS lists origins, and ignores the rest of an address', () => {
  expect(readSettings({}).REMOTE_ORIGINS).toEqual([]);
  const listed = {
    SITE_ORIGIN: 'https://www.example.com',
    REMOTE_ORIGINS: 'https://a.example/site/, https://b.example:8443',
  };
  expect(readSettings(listed).REMOTE_ORIGINS).toEqual(['https://a.example', 'https://b.example:8443']);
});

test.each([
  ['http://releases.example.com', ''],
  ['releases.example.com', ''],
  ['https://a.example,', ''],
  ['releases.example.com', 'https://www.example.com'],
  ['http://127.0.0.1.example.com:4000', ''],
  ['http://127.0.0.1:4000', 'https://www.example.com'],
])('remotes from %s are refused on a site at "%s"', (REMOTE_ORIGINS, SITE_ORIGIN) => {
  expect(() => readSettings({ REMOTE_ORIGINS, SITE_ORIGIN })).toThrow(/^SITE-SETTINGS REMOTE_ORIGINS/);
});

test('an invalid SITE_ORIGIN is named, whatever else is set', () => {
  const settings = { SITE_ORIGIN: 'www.example.com', REMOTE_ORIGINS: 'https://a.example' };
  expect(() => readSettings(settings)).toThrow(/^SITE-SETTINGS SITE_ORIGIN must be [^;]+$/);
});

test.each([
  ['https://www.example.com/', undefined],
  ['HTTPS://WWW.example.com:443', undefined],
  ['https://www.example.com/shop', 'a path'],
  ['https://www.example.com//', 'a path'],
  ['https://www.example.com?from=mail', 'a query'],
  ['https://www.example.com/#top', 'a hash'],
  ['https://ada:secret@www.example.com/shop?a#b', 'a user and a path and a query and a hash'],
])('of an origin nothing is dropped in silence: %s', (address, extra) => {
  for (const name of ['SITE_ORIGIN', 'API_ORIGIN', 'RELEASE_SERVICE_ORIGIN'] as const) {
    const read = () => readSettings({ [name]: address });
    if (extra === undefined) expect(read()[name]).toBe('https://www.example.com');
    else expect(read).toThrow(`SITE-SETTINGS ${name} must be https://www.example.com alone, and has ${extra}.`);
  }
});

test.each([
  'https://www.example.com?',
  'https://www.example.com/#',
  'https://@www.example.com',
  'https://:@www.example.com',
])('a separator with nothing behind it, as in %s, changes nothing', (SITE_ORIGIN) => {
  expect(readSettings({ SITE_ORIGIN }).SITE_ORIGIN).toBe('https://www.example.com');
});

test.each(['', 'http://localhost:3000'])('a site at "%s" may load a remote from the same machine', (SITE_ORIGIN) => {
  const origins = 'http://127.0.0.1:4000,http://localhost:4001';
  expect(readSettings({ REMOTE_ORIGINS: origins, SITE_ORIGIN }).REMOTE_ORIGINS).toEqual(origins.split(','));
});

test('pointers must be signed for the site of SITE_ORIGIN, except in a store that makes its own key', () => {
  const SITE_ORIGIN = 'https://www.example.com';
  const TRUSTED_KEYS = 'trusted.json';
  expect(audienceOf(readSettings({ SITE_ORIGIN, TRUSTED_KEYS }))).toBe(SITE_ORIGIN);
  expect(audienceOf(readSettings({ SITE_ORIGIN, RELEASES: '/srv/releases' }))).toBe(SITE_ORIGIN);
  expect(audienceOf(readSettings({ TRUSTED_KEYS, HOST: '0.0.0.0', PORT: '4000' }))).toBe('http://localhost');
  expect(audienceOf(readSettings({}))).toBe('http://localhost');
  expect(audienceOf(readSettings({ SITE_ORIGIN }))).toBe('http://localhost');
});

test.each([
  ['http://releases.example.com/site', 'a-token-of-16-and-more', /^SITE-SETTINGS RELEASES must be an https address/],
  ['https://releases.example.com/site', 'short', /^SITE-SETTINGS RELEASES_TOKEN must have 16 characters or more/],
  ['https://releases.example.com/site', 'with\nanother: header', /^SITE-SETTINGS RELEASES_TOKEN/],
])('a store at %s isn’t asked with the token %j', (RELEASES, RELEASES_TOKEN, reason) => {
  expect(() => readSettings({ RELEASES, RELEASES_TOKEN })).toThrow(reason);
  expect(() => readSettings({ RELEASES: '/srv/releases', RELEASES_TOKEN: 'a-token-of-16-and-more' })).not.toThrow();
});

test('a shared memory needs the site’s origin and the servers’ secret', () => {
  const SHARED_MEMORY = 'rediss://:secret@redis.example.com:6379/1';
  const site = { SITE_ORIGIN: 'https://www.example.com', PREVIEW_SECRET: 'a secret of thirty-two characters' };
  expect(readSettings({ ...site, SHARED_MEMORY }).SHARED_MEMORY).toBe(SHARED_MEMORY);
  const needs = /^SITE-SETTINGS SHARED_MEMORY needs SITE_ORIGIN/;
  for (const name of Object.keys(site))
    expect(() => readSettings({ ...site, SHARED_MEMORY, [name]: '' })).toThrow(needs);
  for (const address of ['redis.example.com:6379', 'http://redis.example.com', '/run/redis.sock'])
    expect(() => readSettings({ ...site, SHARED_MEMORY: address })).toThrow(/SHARED_MEMORY must be an address/);
});
