import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { importSource } from '../news/importSource.ts';
import { selectNews } from '../news/queries.ts';
import { runCommand } from '../testing/runCommand.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';

onEveryDatabase((kind) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await openTestDatabase(kind);
  });
  afterEach(() => place.close());

  const imported = (...args: string[]) => runCommand('news', place, ['import', '--lang', 'en', ...args]);
  const sample = (name: string) => join(process.cwd(), 'api/src/news/feeds/samples', name);

  test('what a feed would change is shown, then done, and not done twice', async () => {
    const rehearsal = imported('--dry-run', sample('channel.youtube.xml'));
    expect(rehearsal.status).toBe(0);
    const lines = rehearsal.output.split('\n');
    expect(lines[0]).toMatch(
      /^add en-feed-\w+: 2030-05-02 How <template> works & why \(\/en\/blog\/how-template-works-why\)$/,
    );
    expect(lines.at(-1)).toBe('2 added, 0 updated, 0 unchanged, 0 refused (a dry run: nothing has changed)');
    const take = () => imported(sample('channel.youtube.xml'));
    expect(take()).toMatchObject({ status: 0, output: '2 added, 0 updated, 0 unchanged, 0 refused' });
    expect(take()).toMatchObject({ status: 0, output: '0 added, 0 updated, 2 unchanged, 0 refused' });
  });

  test('the good feeds are taken when one is broken, and the command ends with an error', async () => {
    const broken = join(place.dataDir, 'feed.xml');
    await writeFile(broken, '<rss version="2.0"><channel>');
    const { status, output, errors } = imported(broken, sample('changes.atom.xml'));
    expect(status).toBe(1);
    expect(output).toContain('3 added');
    expect(errors).toMatch(/^NEWS-FORMAT .*feed\.xml/);
    expect((await selectNews(place.database)).map(({ title }) => title)).toContain('What <dialog> is for');
  });

  test('a list of news is taken from a file, and never from an address', async () => {
    const item = { uid: 'en-in-the-loop', title: 'Rewritten', source: 'S', publication_date: '2030-01-01' };
    const server = createServer((_, response) => response.end(JSON.stringify({ news: [item] }))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`;
    const titles = async () => (await selectNews(place.database)).map(({ title }) => title);
    const importing = importSource(place.database, address, {
      language: 'en',
      today: '2030-01-01',
      isRehearsal: false,
    });
    await expect(importing).rejects.toThrow(/^NEWS-FORMAT ".*feed\.json" is a list .* taken from files alone/);
    server.close();
    expect(await titles()).not.toContain('Rewritten');
    const file = join(place.dataDir, 'list.json');
    await writeFile(file, JSON.stringify({ news: [item] }));
    expect(imported(file)).toMatchObject({ status: 0 });
    expect(await titles()).toContain('Rewritten');
  });
});
