import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { runCommand } from '@site/testkit/api/runCommand.ts';
import { startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { importNews } from '../news/importNews.ts';
import { newsVersion, selectNews } from '../news/queries.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

const news = (...args: string[]) => runCommand('news', api, args);

async function fileWith(content: unknown): Promise<string> {
  const file = join(api.dataDir, 'news.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function titlesOf(language: string): Promise<string[]> {
  const { news: items } = (await api.get(`/api/v1/blog/${language}`)).json();
  return items.map(({ title }: { title: string }) => title);
}

describe('news add and remove', () => {
  test('show at once on the running server, with a new version', async () => {
    const before = await newsVersion(api.database);
    const added = await news(
      'add',
      '--lang',
      'fr',
      '--title',
      'Où ça ?',
      '--link',
      'https://www.example.com/',
      '--date',
      '2030-01-02',
    );
    expect(added).toMatchObject({ status: 0, output: 'added fr-ou-ca: /fr/blog/ou-ca' });
    expect((await titlesOf('fr'))[0]).toBe('Où ça ?');
    const afterAdd = await newsVersion(api.database);
    expect(afterAdd).not.toBe(before);

    expect(await news('remove', 'fr-ou-ca')).toMatchObject({ status: 0, output: 'removed fr-ou-ca' });
    expect(await titlesOf('fr')).not.toContain('Où ça ?');
    expect(await newsVersion(api.database)).not.toBe(afterAdd);
  });

  test('an item may have no link', async () => {
    expect((await news('add', '--lang', 'en', '--title', 'Gone', '--slug', 'no-link')).status).toBe(0);
    expect((await api.get('/api/v1/blog/en/r/no-link')).json()).toMatchObject({ link: null, type: 'article' });
  });

  test('a video makes an item of type youtube', async () => {
    await news('add', '--lang', 'en', '--title', 'Watch', '--video', 'https://youtu.be/cCOL7MC4Pl0');
    expect((await api.get('/api/v1/blog/en/r/watch')).json()).toMatchObject({
      type: 'youtube',
      url_video: 'https://www.youtube-nocookie.com/embed/cCOL7MC4Pl0',
    });
  });

  test('a hostile link is stored with a note, and never sent to visitors', async () => {
    const { status, output } = await news('add', '--lang', 'en', '--title', 'Trap', '--link', 'javascript:alert(1)');
    expect(status).toBe(0);
    expect(output).toContain('note: its link isn’t an http(s) address');
    expect((await api.get('/api/v1/blog/en/r/trap')).json().link).toBeNull();
  });

  test.each([
    [['add', '--title', 'x'], "Required option '--lang <language>' not specified"],
    [['add', '--lang', 'de', '--title', 'x'], '--lang must be one of'],
    [['add', '--lang', 'en', '--title', ''], 'title: must not be empty'],
    [['add', '--lang', 'en', '--title', 'x', '--date', '2026-02-30'], 'publication_date: must be a date'],
    [['add', '--lang', 'en', '--title', 'x', '--slug', '../x'], 'slug: only small letters'],
    [['add', '--lang', 'en', '--title', 'x', '--slug', 'in-the-loop', '--uid', 'other'], 'is taken in this language'],
    [['add', '--lang', 'en', '--title', 'x', '--slug', 'in-the-loop'], 'There is an item "en-in-the-loop" already'],
    [['add', '--lang', 'en', '--title', 'x', '--colour', 'red'], "Unknown option '--colour'"],
    [['remove', 'nothing'], 'There is no item "nothing"'],
    [['remove'], "Missing required argument 'uid'"],
    [['constructor'], "Unknown command 'constructor'"],
    [[], 'A command is missing'],
  ])('%j is refused with a reason', async (args, reason) => {
    const { status, errors } = await news(...args);
    expect(status).toBe(1);
    expect(errors).toContain(reason);
    expect(errors).toMatch(/^SITE-COMMAND /m);
    expect(errors.replace(/^Database: .*\n/, '').split('\n')).toHaveLength(1);
  });
});

describe('news import', () => {
  const items = [
    {
      uid: 'a',
      language: 'en',
      title: 'Alpha',
      source: 'S',
      publication_date: '2030-01-01',
      link: 'https://example.com/a',
    },
    { uid: 'b', language: 'es', title: 'Beta', source: 'S', publication_date: '2030-01-01', link: null },
  ];

  test('adds once, then changes nothing, then updates what differs', async () => {
    expect(await news('import', await fileWith(items))).toMatchObject({
      status: 0,
      output: '2 added, 0 updated, 0 unchanged, 0 refused',
    });
    const version = await newsVersion(api.database);
    expect((await news('import', await fileWith({ news: items }))).output).toBe(
      '0 added, 0 updated, 2 unchanged, 0 refused',
    );
    expect(await newsVersion(api.database)).toBe(version);
    const changed = [{ ...items[0], title: 'Aleph' }, items[1]];
    expect((await news('import', await fileWith(changed))).output).toBe('0 added, 1 updated, 1 unchanged, 0 refused');
    expect((await titlesOf('en'))[0]).toBe('Aleph');
  });

  test('reports which items it refuses and why, and keeps the others', async () => {
    const bad = [
      5,
      null,
      { ...items[0], language: 'de' },
      { ...items[0], uid: 'c', publication_date: 'soon' },
      { ...items[0], uid: 'd', slug: 'in-the-loop' },
    ];
    const { status, output } = await news('import', await fileWith([...bad, items[1]]));
    expect(status).toBe(1);
    const lines = output.split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[2]).toContain('item 3 refused: language:');
    expect(lines[3]).toContain('item 4 refused: publication_date: must be a date');
    expect(lines[4]).toContain('item 5 refused: slug: another item');
    expect(lines[5]).toBe('1 added, 0 updated, 0 unchanged, 5 refused');
  });

  test('takes the language of items that name none from --lang', async () => {
    const { language: _, ...item } = { ...items[0], language: undefined };
    expect((await news('import', await fileWith([item]), '--lang', 'fr')).status).toBe(0);
    expect(await titlesOf('fr')).toContain('Alpha');
  });

  test('explains a file that it can’t use', async () => {
    expect((await news('import', '/nowhere/news.json')).errors).toContain("can't be read");
    expect((await news('import', await fileWith('{'))).errors).toContain('is not valid JSON');
    expect((await news('import', await fileWith({ items }))).errors).toContain('must hold an array');
  });
});

test('news list shows one language or all', async () => {
  expect((await news('list')).output.split('\n')).toHaveLength(26);
  const { output } = await news('list', '--lang', 'es');
  expect(output.split('\n')).toHaveLength(8);
  expect(output).toContain('es-dentro-del-bucle');
});

test('news --help lists every command', async () => {
  const { status, output } = await news('--help');
  expect(status).toBe(0);
  for (const word of ['list', 'add', 'remove', 'import', 'DATA_DIR']) expect(output).toContain(word);
});

onEveryDatabase((kind) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await openTestDatabase(kind);
  });
  afterEach(() => place.close());

  const imported = (...args: string[]) => runCommand('news', place, ['import', '--lang', 'en', ...args]);
  const sample = (name: string) => join(process.cwd(), 'api/src/news/feeds/samples', name);

  test('a dry run shows what the import then does, once', async () => {
    const dryRun = await imported('--dry-run', sample('channel.youtube.xml'));
    expect(dryRun.status).toBe(0);
    const lines = dryRun.output.split('\n');
    expect(lines[0]).toMatch(
      /^add en-feed-[\w-]+: 2030-05-02 How <template> works & why \(\/en\/blog\/how-template-works-why\)$/,
    );
    expect(lines.at(-1)).toBe('2 added, 0 updated, 0 unchanged, 0 refused (a dry run: nothing has changed)');
    const take = () => imported(sample('channel.youtube.xml'));
    expect(await take()).toMatchObject({ status: 0, output: '2 added, 0 updated, 0 unchanged, 0 refused' });
    expect(await take()).toMatchObject({ status: 0, output: '0 added, 0 updated, 2 unchanged, 0 refused' });
  });

  test('good feeds are imported when another is broken, and the command fails', async () => {
    const broken = join(place.dataDir, 'feed.xml');
    await writeFile(broken, '<rss version="2.0"><channel>');
    const { status, output, errors } = await imported(broken, sample('changes.atom.xml'));
    expect(status).toBe(1);
    expect(output).toContain('3 added');
    expect(errors).toMatch(/^NEWS-FORMAT .*feed\.xml/m);
    expect((await selectNews(place.database)).map(({ title }) => title)).toContain('What <dialog> is for');
  });

  test('a list of news is imported from a file, and never from a URL', async () => {
    const item = { uid: 'en-in-the-loop', title: 'Rewritten', source: 'S', publication_date: '2030-01-01' };
    const server = createServer((_, response) => response.end(JSON.stringify({ news: [item] }))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`;
    const titles = async () => (await selectNews(place.database)).map(({ title }) => title);
    const importing = importNews(place.database, address, {
      language: 'en',
      today: '2030-01-01',
      isDryRun: false,
    });
    await expect(importing).rejects.toThrow(/^NEWS-FORMAT ".*feed\.json" is a list .* imported only from files/);
    server.close();
    expect(await titles()).not.toContain('Rewritten');
    const file = join(place.dataDir, 'list.json');
    await writeFile(file, JSON.stringify({ news: [item] }));
    expect(await imported(file)).toMatchObject({ status: 0 });
    expect(await titles()).toContain('Rewritten');
  });
});
