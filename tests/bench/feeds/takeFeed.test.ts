import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { feedsReport } from './feedsReport.ts';
import { takeFeed } from './takeFeed.ts';

let place: TestDatabase;
beforeAll(async () => {
  place = await openTestDatabase('SQLite');
});
afterAll(() => place.close());

test('a bench of feeds tells what is imported, refused, repeated and lost', async () => {
  const item = '<item><title>A</title><link>https://t.example/</link></item>';
  const contents = {
    good: `<rss version="2.0"><channel>${item}</channel></rss>`,
    cut: `<rss version="2.0"><channel>${item}</channel>`,
    partly: `<rss version="2.0"><channel>${item}${item}<item><guid>7</guid></item><item></item></channel></rss>`,
  };
  const outcomes = [];
  for (const [name, text] of Object.entries(contents)) {
    const file = join(place.dataDir, name);
    await writeFile(file, text);
    outcomes.push({ ...(await takeFeed(place.database, file)), file: name, time: 1 });
  }
  expect(feedsReport(outcomes).split('\n')).toEqual([
    '3 files, 2 items imported',
    '',
    'crashes: 0',
    '',
    'refused files: 1',
    '  1  NEWS-FORMAT it ends in the middle.',
    '       cut',
    '',
    'items not imported: 3',
    '  1  title: must not be empty',
    '       partly',
    '  1  it repeats item N',
    '       partly',
    '  1  empty, or in the wrong place of the feed',
    '       partly',
    '',
    'items lost without a word: 0',
    '',
    'slowest',
    '  1 ms  good',
    '  1 ms  cut',
    '  1 ms  partly',
  ]);
});
