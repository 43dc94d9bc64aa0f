import { expect, onTestFinished, test } from '@rstest/core';
import { openDatabase } from '@site/api/database/open.ts';
import { addUsage, type UsageCount } from '@site/api/usage/counts.ts';
import { classOf, vitalScales } from '@site/rollouts/histogram.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { openTestRoom, visitorOf } from './testing/openTestRoom.ts';
import { scales, wholeSite } from './usage/measures.ts';

const counted = (count: Partial<UsageCount>): UsageCount => ({
  period: 'day',
  starts_at: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`,
  app: 'blog',
  version: '',
  measure: 'memory',
  class: 0,
  count: 1,
  ...count,
});

/** A room with these counts, as the holder of the blog's key sees it. */
async function roomWith(counts: readonly UsageCount[]) {
  const [signed, folder] = [await SignedStore.create(), await newFolder()];
  const database = await openDatabase({ dataDir: folder });
  await addUsage(database, counts);
  const room = await openTestRoom(signed, { database: async () => database });
  onTestFinished(() => database.destroy());
  const look = await visitorOf(room, signed.key('blog').public);
  return { look, signed };
}

test('a key sees what its own apps sent, and nothing of others, nor of the whole site', async () => {
  const { look } = await roomWith([
    counted({ count: 1_234 }),
    counted({ app: 'marketing', count: 5_678 }),
    counted({ app: wholeSite, count: 6_912 }),
  ]);
  const { body } = await look('/en/measures/30d');
  expect(body).toContain('1,234');
  expect(body).not.toMatch(/5,678|6,912|marketing/);
  expect((await look('/en/measures/30d/marketing')).status).toBe(404);
});

test('an app’s versions are drawn with the Web Vitals of three of four visits', async () => {
  const lcp = (value: number, count: number) =>
    counted({ version: 'version-1', measure: 'lcp', class: classOf(value, vitalScales.lcp), count });
  const { look } = await roomWith([
    lcp(800, 3),
    lcp(9_000, 1),
    counted({ measure: 'render', class: classOf(100, scales.render), count: 2 }),
    // Nobody may write into the page, whatever is in the database.
    counted({ version: '<script>', measure: '<b>' }),
  ]);
  const { body } = await look('/en/measures/90d/blog');
  expect(body).toContain('version-1 (Live)');
  expect(body, '3 of 4, within 5 %').toMatch(/>(?:7[6-9]|8[0-4])\d\u00a0ms</);
  expect(body).not.toMatch(/<script|<b>|style=|NaN|undefined|Infinity/);
  for (const range of ['24h', '7d'])
    expect((await look(`/en/measures/${range}/blog`)).body).not.toMatch(/NaN|Infinity/);
});

test('nothing counted yet is said, for a new site and a new app', async () => {
  const { look } = await roomWith([]);
  for (const path of ['/en/measures', '/en/measures/90d/blog'])
    expect((await look(path)).body, path).toContain('Nothing has been counted in this time yet.');
  expect((await look('/en/measures/90d/blog')).body).toContain('No browser has reported on these versions yet.');
});
