import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { assertTaken, lackNotes, lacksOf } from './lacks.ts';

const release = (name: string, facts: Partial<ReleaseManifest> = {}) =>
  ({ name, version: 'version-1', ...facts }) as ReleaseManifest;

const cart = { module: './fragment-cart', props: { sku: { max: 20 }, size: { max: 2 } } };
const shop = release('shop', { fragments: { cart }, emits: { 'shop:sold': { count: 'number' } } });
const policy = { ...openPolicy, fragments: { cart: 'shop' } };

const textsOf = (...[policy, releases]: Parameters<typeof lacksOf>) =>
  lacksOf(policy, releases).map(({ text }) => text);

test('releases that have what they use of each other lack nothing', () => {
  const decide = release('decide', { uses: { cart: ['sku'] }, listens: ['shop:sold'] });
  expect(lacksOf({ ...policy, slots: { bar: ['cart'] } }, [shop, decide])).toEqual([]);
});

test('a fragment that no page shows is named with the reason, for pages and for the shell’s places', () => {
  const decide = release('decide', { uses: { cart: ['sku'] } });
  const shown = (why: string) => `decide@version-1 shows the fragment "cart", ${why}. The fallback stands there.`;
  expect(textsOf(openPolicy, [decide])).toEqual([shown('which no live release offers')]);
  expect(textsOf(policy, [decide])).toEqual([
    shown('which the policy gives to shop, and no live release of shop offers'),
  ]);
  expect(textsOf(openPolicy, [shop, decide])).toEqual([
    shown('which shop would offer, and the policy gives to nobody'),
  ]);
  expect(lacksOf({ ...openPolicy, slots: { bar: ['cart'] } }, [])).toEqual([
    {
      app: 'shell',
      kind: 'fragment',
      text: 'The shell’s place "bar" is for the fragment "cart", which no live release offers. Nothing is there.',
    },
  ]);
});

test('an event that nobody emits is named', () => {
  const decide = release('decide', { listens: ['shop:sold', 'shop:closed'] });
  expect(textsOf(policy, [shop, decide])).toEqual([
    'decide@version-1 listens to "shop:closed", which no live release emits.',
  ]);
});

test('a version that gives a fragment what its live release doesn’t take is refused, with what it takes', () => {
  const since = '2026-11-20T10:00:00.000Z';
  const others = [{ manifest: shop, since }];
  const decide = release('decide', { uses: { cart: ['sku', 'colour'], sizes: [] } });
  expect(() => assertTaken(policy, decide, others)).toThrow(
    'RELEASE-FRAGMENT decide@version-1 gives the fragment "cart" the value "colour". shop@version-1, which offers it, takes "sku", "size".',
  );
  expect(() => assertTaken(policy, release('decide', { uses: { cart: ['sku'], sizes: [] } }), others)).not.toThrow();
  expect(lackNotes(policy, release('decide', { uses: { sizes: [] } }), others)).toEqual([
    'decide@version-1 shows the fragment "sizes", which no live release offers. The fallback stands there.',
  ]);
});

test('a version’s own fragment counts as the version has it, not as the live one', () => {
  const next = release('shop', {
    fragments: { cart: { ...cart, props: { sku: { max: 20 } } } },
    uses: { cart: ['size'] },
  });
  expect(() => assertTaken(policy, next, [])).toThrow('RELEASE-FRAGMENT');
});
