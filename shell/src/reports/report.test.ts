import { afterEach, expect, rs, test } from '@rstest/core';
import { report } from './report.ts';

const sent: unknown[][] = [];

afterEach(() => {
  sent.length = 0;
  delete document.documentElement.dataset.exported;
});

rs.stubGlobal('navigator', { sendBeacon: (...parameters: unknown[]) => sent.push(parameters) });

test('a page of the site’s server reports', () => {
  report({ vitals: { lcp: 1 } });
  expect(sent).toEqual([['/beacon', '{"vitals":{"lcp":1}}']]);
});

test('an exported page reports nothing: nobody would take it', () => {
  document.documentElement.dataset.exported = '';
  report({ vitals: { lcp: 1 } });
  expect(sent).toEqual([]);
});
