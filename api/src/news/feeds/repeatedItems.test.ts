import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@rstest/core';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { importReport } from '../../cli/importReport.ts';
import { importNews } from '../importNews.ts';
import { selectNews } from '../queries.ts';

const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>T</title><link>https://t.example/</link>${items.join('')}</channel></rss>`;
const atom = (...entries: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>${entries.join('')}</feed>`;

/** An item with a guid if one is named. */
const item = (title: string, { guid = '', link = 'changelog', day = 7 } = {}) =>
  `<item><title>${title}</title><link>https://t.example/${link}</link>${guid && `<guid isPermaLink="false">${guid}</guid>`}<pubDate>${day} Sep 2030</pubDate></item>`;
const entry = (title: string, { link = 'changelog', updated = '2030-09-07' } = {}) =>
  `<entry><id>tag:t.example,2030:1</id><title>${title}</title><link href="https://t.example/${link}"/><updated>${updated}</updated></entry>`;

onEveryDatabase((kind) => {
  let place: TestDatabase;
  beforeAll(async () => {
    place = await openTestDatabase(kind);
  });
  beforeEach(async () => {
    await place.database.deleteFrom('news').execute();
  });
  afterAll(() => place.close());

  /** Imports a feed and returns the lines of the report. */
  async function take(text: string): Promise<readonly string[]> {
    const file = join(place.dataDir, 'feed');
    await writeFile(file, text);
    const options = { language: 'en', today: '2031-01-01', isDryRun: false } as const;
    return importReport(await importNews(place.database, file, options), false);
  }

  const addresses = async () => {
    const rows = await selectNews(place.database);
    return Object.fromEntries(rows.map(({ slug, title, publication_date }) => [slug, `${title} ${publication_date}`]));
  };

  describe('different items all come, and stay, with the same', () => {
    test.each([
      ['link and no id', rss(item('C'), item('B'), item('A'))],
      ['link and title on other days', rss(item('A', { day: 3 }), item('A', { day: 2 }), item('A', { day: 1 }))],
      ['id', rss(...['C', 'B', 'A'].map((title) => item(title, { guid: '0', link: title })))],
      ['id and title', rss(...['C', 'B', 'A'].map((link) => item('Same', { guid: '0', link })))],
      ['id and link', rss(...['C', 'B', 'A'].map((title) => item(title, { guid: 'https://t.example/' })))],
      ['id, link and title on other days', rss(...[3, 2, 1].map((day) => item('A', { guid: '0', day })))],
      ['id in Atom', atom(entry('B'), entry('A'), entry('A', { link: 'other' }))],
      ['nothing but a title', rss(...['C', 'B', 'A'].map((title) => `<item><title>${title}</title></item>`))],
    ])('%s', async (_, feed) => {
      const [last] = (await take(feed)).slice(-1);
      expect(last).toBe('3 added, 0 updated, 0 unchanged, 0 refused');
      const before = await addresses();
      expect(await take(feed)).toEqual(['0 added, 0 updated, 3 unchanged, 0 refused']);
      expect(await addresses()).toEqual(before);
      expect(Object.keys(before)).toHaveLength(3);
    });
  });

  test.each([
    ['link', (title: string) => item(title)],
    ['id', (title: string) => item(title, { guid: '0', link: title })],
    ['id and link', (title: string) => item(title, { guid: '0' })],
  ])('as a feed moves on, items with the same %s keep their addresses', async (_, made) => {
    await take(rss(made('Alpha')));
    await take(rss(made('Beta'), made('Alpha')));
    await take(rss(made('Gamma'), made('Beta')));
    await take(rss(made('Delta')));
    const titles = Object.entries(await addresses()).map(([slug, title]) => `${slug}: ${title}`);
    expect(titles.toSorted()).toEqual(
      ['Alpha', 'Beta', 'Delta', 'Gamma'].map((title) => `${title.toLowerCase()}: ${title} 2030-09-07`),
    );
  });

  test('items that get ids later stay what they were', async () => {
    await take(rss(item('Beta'), item('Alpha')));
    const withIds = rss(item('Beta', { guid: 'b' }), item('Alpha', { guid: 'a' }));
    expect(await take(withIds)).toEqual(['0 added, 0 updated, 2 unchanged, 0 refused']);
    expect(await take(rss(item('Omega', { guid: 'b' }), item('Alpha', { guid: 'a' })))).toEqual([
      '0 added, 1 updated, 1 unchanged, 0 refused',
    ]);
  });

  test('what the owner wrote about their page is left alone, and doesn’t keep them away', async () => {
    const own = {
      uid: 'own',
      language: 'en',
      slug: 'own',
      title: 'Mine',
      source: 'S',
      publication_date: '2030-01-01',
    } as const;
    const row = {
      ...own,
      type: 'article',
      link: 'https://t.example/changelog',
      url_video: null,
      article_language: null,
    };
    await place.database.insertInto('news').values(row).execute();
    await take(rss(item('Beta'), item('Alpha')));
    expect(Object.keys(await addresses()).toSorted()).toEqual(['alpha', 'beta', 'own']);
    expect(await selectNews(place.database)).toContainEqual(row);
  });

  test('the report says which item repeats which, and how many are too old', async () => {
    const old = Array.from({ length: 102 }, (_, index) => item(`Old ${index}`, { link: `${index}`, day: 1 }));
    expect(await take(rss(item('A'), item('B'), item('A'), ...old))).toEqual([
      'item 3 left out: it repeats item 1',
      '4 items left out: only the newest 100 are imported',
      '100 added, 0 updated, 0 unchanged, 0 refused',
    ]);
  });

  test.each([
    ['empty', rss(item('A'), '<item></item>', '<item/>')],
    [
      'empty in JSON',
      '{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"title":"A","url":"https://t.example/"},{},null]}',
    ],
    [
      'in a second channel',
      rss(item('A')).replace('</rss>', '<channel><item/><item><title>B</title></item></channel></rss>'),
    ],
    ['outside of the channel', rss(item('A')).replace('</rss>', `${item('B')}${item('C')}</rss>`)],
  ])('the report counts items that are %s', async (_, feed) => {
    expect(await take(feed)).toEqual([
      '2 items left out: empty, or in the wrong place of the feed',
      '1 added, 0 updated, 0 unchanged, 0 refused',
    ]);
  });

  test('items of RSS 1.0 come, also if its table of contents lacks them or names them twice', async () => {
    const about = (id: string, title: string) =>
      `<item rdf:about="${id}"><title>${title}</title><link>https://t.example/${title}</link></item>`;
    const table = '<items><rdf:Seq><rdf:li rdf:resource="a"/><rdf:li rdf:resource="a"/></rdf:Seq></items>';
    const feed = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>T</title>${table}</channel>${about('a', 'A')}${about('a', 'B')}${about('c', 'C')}</rdf:RDF>`;
    expect(await take(feed)).toEqual(['3 added, 0 updated, 0 unchanged, 0 refused']);
    expect(Object.keys(await addresses()).toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('of the versions of an Atom entry, the newest comes', async () => {
    const versions = atom(entry('A', { updated: '2030-09-01' }), entry('A', { updated: '2030-09-03' }));
    expect(await take(versions)).toEqual([
      'item 1 left out: it repeats item 2',
      '1 added, 0 updated, 0 unchanged, 0 refused',
    ]);
    expect(await addresses()).toEqual({ a: 'A 2030-09-03' });
  });
});
