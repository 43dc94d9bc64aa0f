import { expect, test } from '@rstest/core';
import { readCheckedSite } from './settings.ts';

const token = 'a-token-of-the-tests';

test('the site is SITE_ORIGIN, or the one that is named', () => {
  const variables = { SITE_ORIGIN: 'https://www.example.com', METRICS_TOKEN: token };
  expect(readCheckedSite(undefined, variables)).toEqual({ origin: 'https://www.example.com', token });
  expect(readCheckedSite('https://other.example', {})).toEqual({ origin: 'https://other.example', token: undefined });
});

test('there must be one', () => {
  expect(() => readCheckedSite(undefined, {})).toThrow(/^SITE-SETTINGS Set SITE_ORIGIN/);
});

test('the token isn’t sent where others could read it', () => {
  expect(() => readCheckedSite('http://www.example.com', { METRICS_TOKEN: token })).toThrow(/^SITE-SETTINGS.*https/);
  expect(readCheckedSite('http://www.example.com', {}).token).toBeUndefined();
  expect(readCheckedSite('http://127.0.0.1:3000', { METRICS_TOKEN: token }).token).toBe(token);
});
