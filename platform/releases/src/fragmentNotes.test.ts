import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { fragmentNotes } from './fragmentNotes.ts';

const events = (fragments: ReleaseManifest['fragments'] = {}) =>
  ({ name: 'events', fragments }) as unknown as ReleaseManifest;

const cart = { module: './fragment-cart', props: { skus: { max: 200 } } };

test('a team learns that no page shows its fragment, and what the owner does about it', () => {
  const next = events({ 'events-cart': cart, cart });
  const note = (why: string) =>
    `No page shows the fragment "cart" of events: ${why}. The site’s owner sets "fragments": { "cart": "events" }.`;
  expect(fragmentNotes(openPolicy, next, undefined)).toEqual([note('the policy names nobody for it')]);
  const ofShop = { ...openPolicy, fragments: { cart: 'shop' } };
  expect(fragmentNotes(ofShop, next, undefined)).toEqual([note('by the policy it is shop’s')]);
  expect(fragmentNotes({ ...openPolicy, fragments: { cart: 'events' } }, next, undefined)).toEqual([]);
});

test('a team learns what the pages of others lose with a version, before it goes live', () => {
  const policy = { ...openPolicy, fragments: { cart: 'events' } };
  const noteOf = (next: ReleaseManifest) => fragmentNotes(policy, next, events({ cart }));
  expect(noteOf(events({ cart }))).toEqual([]);
  expect(noteOf(events())).toEqual([
    'events no longer offers the fragment "cart": pages that have it show their fallback.',
  ]);
  const shorter =
    'The fragment "cart" takes less of "skus" than 200 characters: pages that give it more show their fallback.';
  for (const props of [{}, { skus: { max: 100 } }])
    expect(noteOf(events({ cart: { ...cart, props } }))).toEqual([shorter]);
  expect(fragmentNotes(openPolicy, events(), events({ cart })), 'which nobody could show').toEqual([]);
});
