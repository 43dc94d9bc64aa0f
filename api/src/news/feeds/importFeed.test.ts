import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@rstest/core';
import type { Language } from '@site/shared/i18n/languages.ts';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { importReport } from '../../cli/importReport.ts';
import type { Database, NewsRow } from '../../database/schema.ts';
import { limits } from '../../limits.ts';
import { importNews } from '../importNews.ts';
import { changeNews, newsVersion, selectNews } from '../queries.ts';
import { saveNews } from '../save.ts';
import { importFeed } from './importFeed.ts';
import { readFeed } from './readFeed.ts';

const samples = join(process.cwd(), 'api/src/news/feeds/samples');

const rss = (items: string, end = '</channel></rss>') =>
  `<rss version="2.0"><channel><title>T</title><link>https://t.example/</link>${items}${end}`;
const item = (id: string, title: string, date = 'Sat, 07 Sep 2030 10:00:00 GMT') =>
  `<item><title>${title}</title><link>https://t.example/${id}</link><guid>${id}</guid><pubDate>${date}</pubDate></item>`;

onEveryDatabase((kind) => {
  let place: TestDatabase;
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    place = await openTestDatabase(kind);
    ({ database, dataDir: folder } = place);
  });
  beforeEach(async () => {
    await database.deleteFrom('news').execute();
  });
  afterAll(() => place.close());

  /** Imports a file and returns how often there was which outcome. */
  async function take(file: string, language: Language | undefined = 'fr', isDryRun = false): Promise<object> {
    const items = await importNews(database, file, { language, today: '2031-01-01', isDryRun });
    return Object.fromEntries(
      Object.entries(Object.groupBy(items, ({ outcome }) => outcome)).map(([outcome, of]) => [outcome, of.length]),
    );
  }

  const takeSample = (name: string, language?: Language) => take(join(samples, name), language);

  async function takeText(text: string): Promise<object> {
    const file = join(folder, 'feed');
    await writeFile(file, text);
    return await take(file);
  }

  /** Imports what a URL answers, without asking it, and returns the outcome of each item. */
  async function takeFrom(url: string, text: string): Promise<readonly string[]> {
    const items = await changeNews(database, async (transaction) => {
      const feed = readFeed({ name: url, text, url });
      const result = await importFeed(transaction, feed, { name: url, language: 'fr', today: '2031-01-01' });
      return { changed: true, result };
    });
    return items.map(({ outcome }) => outcome);
  }

  async function stored(
    fields: readonly (keyof NewsRow)[] = ['title', 'publication_date', 'link'],
  ): Promise<unknown[]> {
    const rows = await selectNews(database);
    return rows.map((row) => fields.map((field) => row[field]));
  }

  describe('the blog shows the items of', () => {
    test('RSS 2.0', async () => {
      expect(await takeSample('blog.rss.xml')).toEqual({ added: 5 });
      expect(await stored()).toEqual([
        [
          'Où ça coince\u00a0? Les polices, d’abord & surtout',
          '2030-09-07',
          'https://atelier.example/polices/?utm_source=rss&utm_medium=feed&lang=fr#debut',
        ],
        ['Un vrai test & un titre', '2030-08-01', 'https://atelier.example/test'],
        [
          'Pas de titre, mais un texte qui dit tout ce qu’il faut savoir, et bien plus encore que ce qui…',
          '2030-07-01',
          'https://atelier.example/sans-titre',
        ],
        ['Un titre <3', '2030-06-01', 'https://atelier.example/coeur'],
        ['Un titre', '2030-05-01', 'https://atelier.example/autre'],
      ]);
      expect((await stored(['source', 'type', 'url_video', 'language']))[0]).toEqual([
        'L’atelier & Cie',
        'article',
        null,
        'fr',
      ]);
      expect((await stored(['slug'])).flat()).toEqual(expect.arrayContaining(['un-titre-3', 'un-titre']));
    });

    test('RSS 1.0 in Latin-1', async () => {
      expect(await takeSample('planet.rdf.xml')).toEqual({ added: 1 });
      expect(await stored(['source', 'title', 'publication_date', 'link'])).toEqual([
        ['Planète', 'Léger comme l’air', '2030-02-01', 'https://planet.example/1'],
      ]);
    });

    test('Atom', async () => {
      expect(await takeSample('changes.atom.xml', 'en')).toEqual({ added: 3 });
      expect(await stored()).toEqual([
        ['A faster dialog & a calmer one', '2030-03-02', 'https://tool.example/changes/2'],
        ['What <dialog> is for', '2030-03-01', 'https://tool.example/changes/1'],
        ['In XHTML & more', '2030-02-28', 'https://tool.example/changes/0'],
      ]);
    });

    test('a JSON Feed', async () => {
      expect(await takeSample('notes.feed.json', 'es')).toEqual({ added: 2 });
      expect(await stored()).toEqual([
        ['¿Qué es <main>?', '2030-01-02', 'https://notas.example/2'],
        ['Sin título 👩‍💻', '2030-01-01', 'https://notas.example/1'],
      ]);
    });

    test('a YouTube channel, as videos', async () => {
      expect(await takeSample('channel.youtube.xml', 'en')).toEqual({ added: 2 });
      expect(await stored(['title', 'source', 'type', 'link', 'url_video'])).toEqual([
        [
          'How <template> works & why',
          'Platform Talks',
          'youtube',
          'https://www.youtube.com/watch?v=abcdefghij0',
          'https://www.youtube-nocookie.com/embed/abcdefghij0',
        ],
        [
          'A short one',
          'Platform Talks',
          'youtube',
          'https://www.youtube.com/shorts/ABCDEFGHIJ-',
          'https://www.youtube-nocookie.com/embed/ABCDEFGHIJ-',
        ],
      ]);
    });
  });

  test('nothing but text remains of a hostile feed', async () => {
    expect(await takeSample('hostile.rss.xml')).toEqual({ added: 3 });
    expect(await stored(['title', 'link', 'url_video', 'slug'])).toEqual([
      ['Free money', null, null, 'free-money'],
      ['Bell and gnp.exex and nothing more', null, null, 'bell-and-gnp-exex-and-nothing-more'],
      ['<script>alert(6)</script> as text', null, null, 'script-alert-6-script-as-text'],
    ]);
    expect((await stored(['source']))[0]).toEqual(['Evil &bang;']);
  });

  describe('importing a feed again', () => {
    test('changes nothing, not even the version of the news', async () => {
      await takeSample('blog.rss.xml');
      const before = { news: await stored(['uid', 'slug']), version: await newsVersion(database) };
      expect(await takeSample('blog.rss.xml')).toEqual({ unchanged: 5 });
      expect({ news: await stored(['uid', 'slug']), version: await newsVersion(database) }).toEqual(before);
    });

    test('updates what its publisher changed, at the same address', async () => {
      await takeText(rss(item('a', 'First') + item('b', 'Other')));
      expect(await takeText(rss(item('b', 'Other') + item('a', 'Second', 'Sun, 08 Sep 2030 10:00:00 GMT')))).toEqual({
        unchanged: 1,
        updated: 1,
      });
      expect(await stored(['title', 'publication_date', 'slug'])).toEqual([
        ['Second', '2030-09-08', 'first'],
        ['Other', '2030-09-07', 'other'],
      ]);
    });

    test('recognises an item by its link when its id changed or its site moved to https', async () => {
      const old = item('a', 'Same').replace('https:', 'http:').replace('<guid>a', '<guid>https://t.example/?p=1');
      await takeText(rss(old));
      await takeText(rss(item('a', 'Same')));
      expect(await stored()).toEqual([['Same', '2030-09-07', 'https://t.example/a']]);
    });

    test('keeps items apart that lead to the same page', async () => {
      const feed = rss((item('a', 'One') + item('b', 'Two')).replaceAll(/\/[ab]<\/link>/g, '/changes</link>'));
      expect(await takeText(feed)).toEqual({ added: 2 });
      expect(await takeText(feed)).toEqual({ unchanged: 2 });
    });

    test('doesn’t touch what the owner wrote about the same page', async () => {
      const own = { uid: 'own', language: 'fr', slug: 'own', title: 'Mine', source: 'S', type: 'article' } as const;
      const row = {
        ...own,
        publication_date: '2030-01-01',
        link: 'https://t.example/a',
        url_video: null,
        article_language: null,
      };
      await saveNews(database, row);
      expect(await takeText(rss(item('a', 'Theirs')))).toEqual({ unchanged: 1 });
      expect(await selectNews(database)).toEqual([row]);
    });

    test('records an article’s language if it differs from the blog’s', async () => {
      const feed = (language: string, items: string) =>
        rss(items).replace('<title>T</title>', `$&<language>${language}</language>`);
      await takeText(feed('en-us', item('a', 'In English')));
      await takeText(feed('fr-CA', item('b', 'En français')));
      await takeText(feed('no language', item('c', 'Unknown')));
      const atom = '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr"><title>T</title>';
      await takeText(`${atom}<entry xml:lang="de"><id>tag:t,1:d</id><title>Auf Deutsch</title></entry></feed>`);
      const languages = Object.fromEntries((await stored(['title', 'article_language'])) as [string, string | null][]);
      expect(languages).toEqual({ 'In English': 'en-US', 'En français': null, Unknown: null, 'Auf Deutsch': 'de' });
    });

    test('tells a feed by what its owner has named, whatever the scheme', async () => {
      await takeFrom('http://t.example/feed.xml', rss(item('a', 'First')));
      expect(await takeFrom('https://www.t.example/feed.xml', rss(item('a', 'Second')))).toEqual(['updated']);
      expect(await stored(['title', 'slug'])).toEqual([['Second', 'first']]);
    });

    test('keeps the date of the first import of an item without a date', async () => {
      const feed = rss('<item><title>Undated</title><guid>1</guid></item>');
      const file = join(folder, 'feed');
      await writeFile(file, feed);
      await importNews(database, file, { language: 'fr', today: '2030-01-01', isDryRun: false });
      expect(await take(file)).toEqual({ unchanged: 1 });
      expect(await stored(['publication_date'])).toEqual([['2030-01-01']]);
    });
  });

  describe('an item belongs to its feed', () => {
    const address = 'https://t.example/feed.xml';
    const globalId = item('a', 'Theirs').replace('<guid>a', '<guid>https://t.example/a');

    test.each([
      ['its id and its link', globalId.replace('Theirs', 'Stolen')],
      ['its id', globalId.replace('Theirs', 'Stolen').replace('t.example/a</link>', 'evil.example/</link>')],
      ['its link', item('other', 'Stolen').replace('t.example/other', 't.example/a')],
    ])('a feed elsewhere that repeats %s changes nothing of it, before and after', async (_, stolen) => {
      const evil = 'https://evil.example/feed.xml';
      await takeFrom(address, rss(globalId));
      const before = await stored(['uid', 'slug', 'title', 'link']);
      await takeFrom(evil, rss(stolen));
      await takeFrom(evil, rss(stolen));
      expect(await stored(['uid', 'slug', 'title', 'link'])).toEqual(expect.arrayContaining(before));
      expect(await takeFrom(address, rss(globalId))).toEqual(['unchanged']);
      await database.deleteFrom('news').execute();
      await takeFrom(evil, rss(stolen));
      expect(await takeFrom(address, rss(globalId))).toEqual(['added']);
      expect((await stored(['title'])).flat().toSorted()).toEqual(['Stolen', 'Theirs']);
    });

    test('another feed of the same host that lists it, too, changes nothing and adds nothing', async () => {
      await takeFrom(address, rss(globalId));
      const before = await stored(['uid', 'title']);
      expect(await takeFrom('https://t.example/tags/x.xml', rss(globalId.replace('Theirs', 'Other')))).toEqual([
        'unchanged',
      ]);
      expect(await stored(['uid', 'title'])).toEqual(before);
    });

    test('files are feeds, too', async () => {
      const files = [join(folder, 'one.xml'), join(folder, 'other.xml')] as const;
      await writeFile(files[0], rss(globalId));
      await writeFile(files[1], rss(globalId.replace('Theirs', 'Other')));
      expect([await take(files[0]), await take(files[1])]).toEqual([{ added: 1 }, { unchanged: 1 }]);
    });

    /** Stored by a version that didn't tell feeds apart. */
    const storeEarlier = async (links: Readonly<Record<string, string>>) => {
      for (const [id, link] of Object.entries(links)) {
        const hash = createHash('sha256').update(`t.example ${id}`).digest('hex').slice(0, 20);
        const row = {
          uid: `fr-feed-${hash}`,
          language: 'fr',
          slug: `old-${id}`,
          title: 'Old',
          source: 'T',
          link,
        } as const;
        await saveNews(database, {
          ...row,
          type: 'article',
          publication_date: '2030-09-07',
          url_video: null,
          article_language: null,
        });
      }
    };

    test('items of earlier versions become those of the feed at their host, and keep their address', async () => {
      await storeEarlier({ a: 'https://t.example/a', b: 'http://www.t.example/b' });
      const feed = rss(item('a', 'New') + item('c', 'New').replace('t.example/c', 'www.t.example/b'));
      expect(await takeFrom(address, feed)).toEqual(['updated', 'updated']);
      expect((await stored(['slug', 'title'])).toSorted()).toEqual([
        ['old-a', 'New'],
        ['old-b', 'New'],
      ]);
      expect((await stored(['uid'])).flat()).toEqual([
        expect.stringMatching(/^fr-feed-[0-9a-f]{24}-[0-9a-f]{20}$/),
        expect.stringMatching(/^fr-feed-[0-9a-f]{24}-[0-9a-f]{20}$/),
      ]);
      expect(await takeFrom(address, feed)).toEqual(['unchanged', 'unchanged']);
    });

    test('no feed elsewhere takes them over, and none repeats them', async () => {
      await storeEarlier({ a: 'https://t.example/a' });
      const before = await stored(['uid', 'title']);
      expect(await takeFrom('https://evil.example/feed.xml', rss(item('a', 'Stolen')))).toEqual(['unchanged']);
      expect(await stored(['uid', 'title'])).toEqual(before);
      expect(await takeFrom(address, rss(item('a', 'New')))).toEqual(['updated']);
    });
  });

  test('the newest items of a long feed are imported, each once', async () => {
    const days = Array.from({ length: limits.feedItems + 5 }, (_, index) => new Date(Date.UTC(2030, 0, index + 1)));
    const items = days.map((day, index) => item(`i${index}`, `Item ${index}`, day.toUTCString()));
    expect(await takeText(rss([...items, items.at(-1)].join('')))).toEqual({
      added: limits.feedItems,
      omitted: 6,
    });
    expect((await stored(['title'])).at(-1)).toEqual(['Item 5']);
  });

  test('a text that is too long is shortened after a word', async () => {
    await takeText(rss(item('a', 'words '.repeat(100))));
    const [row] = await selectNews(database);
    expect(row?.title.length).toBeLessThanOrEqual(limits.news.title);
    expect(row?.title).toMatch(/^words (?:words )+words…$/);
    expect(row?.slug.length).toBeLessThanOrEqual(limits.news.slug);
  });

  test('only the beginning of endless HTML is read', async () => {
    expect(await takeText(rss(item('a', `<![CDATA[Short ${'<b>'.repeat(1_000_000)}]]>`)))).toEqual({ added: 1 });
    expect(await stored(['title'])).toEqual([['Short']]);
  });

  test('an item whose title has no Latin letters has an address too', async () => {
    expect(await takeText(rss(item('a', '日本語')))).toEqual({ added: 1 });
    expect((await stored(['slug']))[0]).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
  });

  test('a dry run reports what would change, and changes nothing', async () => {
    const version = await newsVersion(database);
    expect(await take(join(samples, 'blog.rss.xml'), 'fr', true)).toEqual({ added: 5 });
    expect({ news: await stored(), version: await newsVersion(database) }).toEqual({ news: [], version });
    expect(await takeSample('blog.rss.xml')).toEqual({ added: 5 });
  });

  test.each([
    ['an unknown date', item('b', 'Bad', 'soon'), 'publication_date: must be a date such as 2026-03-28 (“Bad”)'],
    ['a day that doesn’t exist', item('b', 'Bad', 'Sat, 30 Feb 2030 10:00:00 GMT'), 'publication_date: must be a date'],
    ['a picture and no text', item('b', '&lt;img src=x&gt;'), 'title: must not be empty (“https://t.example/b”)'],
    ['no text at all', item('b', ''), 'title: must not be empty'],
    ['too long a link', item('x'.repeat(2100), 'Bad'), 'link: '],
  ])('an item with %s is refused with a reason, and the others come', async (_, bad, reason) => {
    await writeFile(join(folder, 'feed'), rss(item('a', 'Good') + bad + item('c', 'Fine')));
    const options = { language: 'fr', today: '2031-01-01', isDryRun: false } as const;
    const items = await importNews(database, join(folder, 'feed'), options);
    expect(importReport(items, false)).toEqual([
      expect.stringContaining(`item 2 refused: ${reason}`),
      '2 added, 0 updated, 0 unchanged, 1 refused',
    ]);
    expect((await stored(['title'])).flat().toSorted()).toEqual(['Fine', 'Good']);
  });

  test('titles that name elements stay whole', async () => {
    const titles = ['How the <template> element works', 'Array<string> or string[]?', '<!-- comment --> in HTML'];
    const encoded = titles.map((title) => title.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    await takeText(rss(encoded.map((title, index) => item(`${index}`, title)).join('')));
    expect((await stored(['title'])).flat().toSorted()).toEqual(titles.toSorted());
  });

  test('dates of RFC 822, RFC 2822 and W3C’s note are read', async () => {
    const dates = ['Fri,24 Nov 2023 10:00:00 GMT', '2024-05', '24 (Friday) Nov 2023', 'Fri, 31 Dec 99 23:59:59 GMT'];
    await takeText(rss(dates.map((date, index) => item(`${index}`, `${index}`, date)).join('')));
    expect((await stored(['title', 'publication_date'])).toSorted()).toEqual([
      ['0', '2023-11-24'],
      ['1', '2024-05-01'],
      ['2', '2023-11-24'],
      ['3', '1999-12-31'],
    ]);
  });

  test('an item that is refused later stays as it was', async () => {
    await takeText(rss(item('a', 'First')));
    expect(await takeText(rss(item('a', 'Second', 'soon')))).toEqual({ refused: 1 });
    expect(await stored(['title'])).toEqual([['First']]);
  });

  test.each([
    ['no closing tag', rss(item('a', 'Good'), ''), 'NEWS-FORMAT', 'ends in the middle'],
    ['an item cut off', rss(`${item('a', 'Good')}<item><title>Ba`, ''), 'NEWS-FORMAT', 'not a feed that can be read'],
    [
      'an entity that reads a file',
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss(item('a', '&x;'))}`,
      'NEWS-FORMAT',
      'External entities',
    ],
    ['a web page', '<!doctype html><title>Blog</title><p>Hello', 'NEWS-FORMAT', 'not a feed'],
    ['nothing', '', 'NEWS-FORMAT', 'not a feed'],
  ])('a feed with %s imports nothing, and the error says why', async (_, text, code, reason) => {
    const message = await takeText(text).then(String, (error: Error) => error.message);
    expect(message).toContain(code);
    expect(message).toContain(reason);
    expect(await stored()).toEqual([]);
  });

  test('a feed needs --lang', async () => {
    const options = { language: undefined, today: '2030-01-01', isDryRun: false };
    await expect(importNews(database, join(samples, 'blog.rss.xml'), options)).rejects.toThrow('NEWS-LANGUAGE');
  });
});
