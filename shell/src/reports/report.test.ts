import { afterEach, expect, rs, test } from '@rstest/core';
import { report } from './report.ts';

const sent: unknown[][] = [];

afterEach(() => {
  sent.length = 0;
  delete document.documentElement.dataset.exported;
});

rs.stubGlobal('fetch', async (...parameters: unknown[]) => {
  sent.push(parameters);
  throw new TypeError('Failed to fetch');
});

test('a page of the site’s server reports, without cookies, even as it is left', () => {
  report({ vitals: { lcp: 1 } });
  expect(sent).toEqual([
    ['/beacon', { method: 'POST', body: '{"vitals":{"lcp":1}}', keepalive: true, credentials: 'omit' }],
  ]);
});

test('an exported page reports nothing: nobody would take it', () => {
  document.documentElement.dataset.exported = '';
  report({ vitals: { lcp: 1 } });
  expect(sent).toEqual([]);
});
