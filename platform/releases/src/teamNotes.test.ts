import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import type { LiveRemote } from './Release.ts';
import { teamNotes } from './teamNotes.ts';

const events = (facts: Partial<ReleaseManifest> = {}) =>
  ({ name: 'events', version: 'version-1', ...facts }) as ReleaseManifest;

const cart = { module: './fragment-cart', props: { skus: { max: 200 } } };

const since = '2026-11-20T10:00:00.000Z';
const live = (name: string, facts: Partial<ReleaseManifest>): LiveRemote => ({
  manifest: { ...events(facts), name },
  since,
});

test('a team learns that no page shows its fragment, and what the owner does about it', () => {
  const next = events({ fragments: { 'events-cart': cart, cart } });
  const note = (why: string) =>
    `No page shows the fragment "cart" of events: ${why}. The site’s owner sets "fragments": { "cart": "events" }.`;
  expect(teamNotes(openPolicy, next, undefined, [])).toEqual([note('the policy names nobody for it')]);
  const ofShop = { ...openPolicy, fragments: { cart: 'shop' } };
  expect(teamNotes(ofShop, next, undefined, [])).toEqual([note('by the policy it is shop’s')]);
  expect(teamNotes({ ...openPolicy, fragments: { cart: 'events' } }, next, undefined, [])).toEqual([]);
});

test('a team learns which live releases lose a fragment or a value with a version, and since when they have it', () => {
  const policy = { ...openPolicy, fragments: { cart: 'events' }, slots: { bar: ['cart'] } };
  const others = [live('decide', { uses: { cart: ['skus'] } }), live('blog', { uses: { cart: [] } }), live('team', {})];
  const noteOf = (facts: Partial<ReleaseManifest>) =>
    teamNotes(policy, events(facts), events({ fragments: { cart } }), others);
  const [decide, blog] = ['decide', 'blog'].map((name) => `${name}@version-1 (live since ${since})`);
  expect(noteOf({ fragments: { cart } })).toEqual([]);
  expect(noteOf({})).toEqual([
    `events no longer offers the fragment "cart": pages that have it show their fallback. It is used by ${decide}, ${blog}, the shell’s place "bar".`,
  ]);
  expect(noteOf({ fragments: { cart: { ...cart, props: {} } } })).toEqual([
    `The fragment "cart" no longer takes "skus": pages that give it show their fallback. It is used by ${decide}.`,
  ]);
  expect(noteOf({ fragments: { cart: { ...cart, props: { skus: { max: 100 } } } } })).toEqual([
    `The fragment "cart" takes 100 characters of "skus", not 200: pages that give it more show their fallback. It is used by ${decide}.`,
  ]);
  expect(teamNotes(openPolicy, events(), events({ fragments: { cart } }), others), 'which nobody could show').toEqual(
    [],
  );
});

test('a team learns who listens to an event that it drops, or whose fields it changes', () => {
  const name = 'events:booked';
  const others = [live('decide', { listens: [name] }), live('blog', { listens: ['blog:read'] })];
  const noteOf = (emits: ReleaseManifest['emits']) =>
    teamNotes(openPolicy, events(emits && { emits }), events({ emits: { [name]: { count: 'number' } } }), others);
  const used = `It is used by decide@version-1 (live since ${since}).`;
  expect(noteOf({ [name]: { count: 'number', title: 'text' } })).toEqual([]);
  expect(noteOf(undefined)).toEqual([`events no longer emits "${name}", which others may listen to. ${used}`]);
  expect(noteOf({ [name]: {} })).toEqual([`The event "${name}" no longer has "count": others may read it. ${used}`]);
  expect(noteOf({ [name]: { count: 'text' } })).toEqual([
    `The event "${name}" has "count" as text, not as number: others may read it. ${used}`,
  ]);
});
