import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { inEachLanguage } from '@site/shared/i18n/languages.ts';
import { absentPath } from '@site/shared/routes/table.ts';
import { isEmpty, siteTypes } from './siteTypes.ts';

const page = (remote: string, path: string, more = {}) => ({
  remote,
  module: './list',
  closing: 'strip' as const,
  isListed: true,
  paths: { ...inEachLanguage(() => path), en: absentPath },
  words: inEachLanguage(() => ({ title: 'A' })),
  ...more,
});

const live = {
  routes: {
    pages: {
      product: page('decide', 'product/:id', { query: { sku: ['a'] }, search: { q: { max: 10 } } }),
      cart: page('checkout', 'cart'),
      own: page('explore', 'own'),
    },
    fragments: {
      'mini-cart': { remote: 'checkout', module: './fragment-cart' },
      button: { remote: 'checkout', module: './fragment-button', props: { sku: { max: 20 }, size: { max: 2 } } },
    },
  },
  releases: [
    {
      name: 'checkout',
      emits: { 'checkout:left': {}, 'checkout:updated': { total: 'number', isEmpty: 'boolean', as: 'text' } },
    },
    { name: 'explore' },
  ] as unknown as readonly ReleaseManifest[],
};

const declared = { SitePages: new Set(['own']), SiteFragments: new Set<string>(), SiteEvents: new Set<string>() };

test('declares what other teams offer, in a fixed order, and nothing twice', () => {
  expect(siteTypes(live, declared)).toBe(`/**
 * What other teams’ live releases offer. \`npx site types\` writes this file: run it again to use what they have added or changed.
 */

interface SitePages {
  /** Of checkout. */
  readonly cart: {
    readonly paths: 'cart';
  };
  /** Of decide. Query parameters: q, sku. */
  readonly product: {
    readonly paths: 'product/:id';
  };
}

interface SiteFragments {
  /** Of checkout. */
  readonly button: {
    readonly props: {
      readonly size: { readonly max: 2 };
      readonly sku: { readonly max: 20 };
    };
  };
  /** Of checkout. */
  readonly 'mini-cart': unknown;
}

interface SiteEvents {
  /** Of checkout. */
  readonly 'checkout:left': Readonly<Record<string, never>>;
  /** Of checkout. */
  readonly 'checkout:updated': {
    readonly as: string;
    readonly isEmpty: boolean;
    readonly total: number;
  };
}
`);
});

test('of a site where everything is declared, nothing is written', () => {
  const { pages, fragments } = live.routes;
  const all = {
    SitePages: new Set(Object.keys(pages)),
    SiteFragments: new Set(Object.keys(fragments)),
    SiteEvents: new Set(['checkout:left', 'checkout:updated']),
  };
  const types = siteTypes(live, all);
  expect(isEmpty(types)).toBe(true);
  expect(types).not.toContain('interface');
});
