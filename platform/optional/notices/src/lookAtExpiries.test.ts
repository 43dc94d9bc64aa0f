import { expect, test } from '@rstest/core';
import { expiringKeys, lookAtExpiries } from './lookAtExpiries.ts';

const day = 24 * 60 * 60 * 1000;
const end = Date.parse('2030-06-30T12:00:00Z');
const pointer = {
  what: 'blog@version-1',
  app: 'blog',
  until: new Date(end).toISOString(),
  command: 'npx site promote blog version-1',
};

test('what expires is told a month, a week and a day before, and when it has, each once', () => {
  let known = {};
  const told = [60, 31, 30, 29, 8, 7, 6, 2, 1, 0.5, 0, -1, -2].flatMap((days) => {
    const seen = lookAtExpiries([pointer], known, end - days * day);
    known = seen.known;
    return seen.notices.map(({ kind }) => `${days}: ${kind}`);
  });
  expect(told).toEqual(['30: expires', '7: expires', '1: expires', '0: expired']);
});

test('after a while in which nobody looked, only the last of the times is told; a renewed signature begins again', () => {
  const { known, notices } = lookAtExpiries([pointer], {}, end - day);
  expect(notices).toMatchObject([{ kind: 'expires', values: { what: 'blog@version-1', until: pointer.until } }]);
  const renewed = { ...pointer, until: new Date(end + 365 * day).toISOString() };
  expect(lookAtExpiries([renewed], known, end - day)).toEqual({ known: {}, notices: [] });
});

test('keys without an end never expire', () => {
  const key = { public: 'A'.repeat(43), apps: ['blog'], signs: ['releases' as const] };
  const keys = expiringKeys({ ada: key, ci: { ...key, until: pointer.until } });
  expect(keys.map(({ what }) => what)).toEqual(['ci (TRUSTED_KEYS)']);
});
