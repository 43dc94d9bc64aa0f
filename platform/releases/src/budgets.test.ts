import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { assertPicturesWithinBudget, assertWithinBudget, weightText } from './budgets.ts';

/** A version of the remote `events` whose only page loads some bytes. */
const release = (version: string, scripts: number, styles = 0, pictures?: number, fonts?: number) => {
  const file = (size: number) => ({ integrity: '', size });
  return {
    name: 'events',
    version,
    entry: 'remote.js',
    modules: {
      './list': {
        scripts: ['list.js'],
        styles: ['list.css'],
        ...(pictures !== undefined && { pictures: ['art/roof.avif'] }),
        ...(fonts !== undefined && { fonts: ['fonts/poster.woff2'] }),
      },
    },
    files: {
      'web/remote.js': file(9_000),
      'web/remote.js.gz': file(3_000),
      'web/list.js': file(999_999),
      'web/list.js.gz': file(scripts - 3_000),
      'web/list.css.gz': file(styles),
      'web/art/roof.avif': file(pictures ?? 0),
      'web/fonts/poster.woff2': file(fonts ?? 0),
    },
  } as unknown as ReleaseManifest;
};

test('a page within its budget has no notes, unless it has grown since the live version', () => {
  expect(assertWithinBudget(release('b', 60_000, 15_000), openPolicy, undefined)).toEqual([]);
  expect(assertWithinBudget(release('b', 50_000), openPolicy, release('a', 49_500))).toEqual([]);
  expect(assertWithinBudget(release('b', 50_000), openPolicy, release('a', 20_000))).toEqual([
    './list loads 50.0 kB of scripts (30.0 kB more than events@a).',
  ]);
});

test('the weight of a new page is no growth: it is said with what the version asks for', () => {
  const live = { ...release('a', 20_000), modules: {} };
  expect(assertWithinBudget(release('b', 50_000), openPolicy, live)).toEqual([]);
  expect(weightText(release('b', 50_000, 2_000), './list')).toBe('50.0 kB of scripts and 2.0 kB of style sheets');
});

test('a page above it is refused with what grew and which package weighs what', () => {
  const refused = () =>
    assertWithinBudget(release('b', 80_000), openPolicy, release('a', 20_000), (scripts) => [
      `zod 40.1 kB of ${scripts}`,
    ]);
  expect(refused).toThrow(
    'RELEASE-BUDGET events@b is too heavy: ./list loads 80.0 kB of scripts (60.0 kB more than events@a), of which zod 40.1 kB of list.js; the budget is 60 kB.',
  );
  expect(() => assertWithinBudget(release('b', 9_000, 16_000), openPolicy, undefined)).toThrow(
    '16.0 kB of style sheets',
  );
});

test('a fragment has the budget of a page', () => {
  const heavy = release('b', 80_000);
  const modules = { './fragment-cart': heavy.modules['./list'] } as ReleaseManifest['modules'];
  expect(() => assertWithinBudget({ ...heavy, modules }, openPolicy, undefined)).toThrow(
    './fragment-cart loads 80.0 kB of scripts; the budget is 60 kB.',
  );
});

test('a page’s pictures have a budget of their own; how much more than an early release’s, nobody knows', () => {
  const full = release('b', 9_000, 0, 1_000_000);
  expect(assertWithinBudget(full, openPolicy, release('a', 9_000))).toEqual([]);
  expect(assertWithinBudget(full, openPolicy, release('a', 9_000, 0, 0))).toEqual([
    './list imports 1000.0 kB of pictures (1000.0 kB more than events@a).',
  ]);
});

test('of a page’s pictures those count that it shows, or all that it imports where nobody knows', () => {
  const heavy = release('b', 9_000, 0, 1_100_000);
  const pictures = (shown: readonly string[] | undefined, policy = openPolicy) =>
    assertPicturesWithinBudget(heavy, policy, new Map(shown && [['./list', shown]]));
  expect(() => pictures(['<p>None</p>', '<img src="/assets/events/b/art/roof.avif">'])).toThrow(
    'RELEASE-BUDGET events@b is too heavy: ./list shows 1100.0 kB of pictures, of which art/roof.avif 1100.0 kB; the budget is 1000 kB. Show fewer',
  );
  expect(() => pictures(undefined)).toThrow(
    './list imports, and may show 1100.0 kB of pictures, of which art/roof.avif',
  );
  expect(() => pictures(['<p>None</p>'])).not.toThrow();
  expect(() => pictures(undefined, { ...openPolicy, budgets: { events: { pictures: 1200 } } })).not.toThrow();
});

test('a page’s fonts have a budget of their own', () => {
  const before = release('a', 9_000);
  expect(assertWithinBudget(release('b', 9_000, 0, 0, 100_000), openPolicy, before)).toEqual([]);
  expect(weightText(release('b', 9_000, 0, 0, 50_000), './list')).toMatch(/ and 50\.0 kB of fonts$/);
  expect(() => assertWithinBudget(release('b', 9_000, 0, 0, 101_000), openPolicy, undefined)).toThrow(
    './list loads 101.0 kB of fonts, of which fonts/poster.woff2 101.0 kB; the budget is 100 kB.',
  );
});

test('the owner’s policy has the last word', () => {
  const budgets = { events: { scripts: 90 }, constructor: { scripts: 1 } };
  expect(assertWithinBudget(release('b', 80_000), { ...openPolicy, budgets }, undefined)).toEqual([]);
});
