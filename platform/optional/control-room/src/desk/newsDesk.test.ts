import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from '@rstest/core';
import { selectNews } from '@site/api/news/queries.ts';
import { DeskRoom } from '../testing/DeskRoom.ts';

test('news is added by hand, with what is wrong said at its field, and removed after a second look', async () => {
  const desk = await DeskRoom.open();
  const item = {
    language: 'fr',
    title: 'Été : le moteur',
    link: 'https://example.com/a',
    publication_date: '2030-01-31',
  };
  const wrong = await desk.send('/en/desk/news/add', {
    ...item,
    title: '',
    link: 'javascript:alert(1)',
    url_video: 'https://evil.example/',
    publication_date: 'soon',
  });
  expect(wrong.status).toBe(422);
  for (const name of ['title', 'link', 'url_video', 'publication_date'])
    expect(wrong.body).toContain(`id="${name}-problem"`);
  expect(wrong.body).not.toContain('id="source-problem"');
  expect((await desk.send('/en/desk/news/add', item)).to).toBe('/en/desk/news?language=fr&done=added');
  const twice = await desk.send('/en/desk/news/add', item);
  expect(twice).toMatchObject({ status: 422, body: expect.stringContaining('has this name already') });
  expect((await desk.look('/en/desk/news?language=fr')).body).toContain('Été : le moteur');
  const uid = 'fr-ete-le-moteur';
  expect((await desk.look(`/en/desk/news/remove?uid=${uid}`)).body).toContain('Remove this item?');
  expect((await desk.send('/en/desk/news/remove', { uid })).to).toBe('/en/desk/news?language=en&done=removed');
  expect((await desk.send('/en/desk/news/remove', { uid })).to).toBe('/en/desk/news?language=en&done=removedBefore');
  expect((await desk.look(`/en/desk/news/remove?uid=${uid}`)).status).toBe(404);
});

/** A publisher whose feed can change. */
async function publisher(): Promise<{ readonly address: string; items: string }> {
  const feed = { address: '', items: '' };
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Notes</title>${feed.items}</channel></rss>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  feed.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
  return feed;
}

const itemOf = (number: number, title = `Note ${number}`, date = `Mon, 0${number} Apr 2030 10:00:00 GMT`) =>
  `<item><title>${title}</title><link>https://example.com/${number}</link><pubDate>${date}</pubDate></item>`;

/** The values of the boxes of a preview. */
const boxesIn = (body: string) => [...body.matchAll(/name="take" value="([\w-]+)"/g)].map(([, value]) => value ?? '');

const chosen = (fields: Readonly<Record<string, string>>, take: readonly string[]) =>
  new URLSearchParams([...Object.entries(fields), ...take.map((value) => ['take', value])]);

test('a feed is looked at before anything changes, and only what was chosen comes in', async () => {
  const desk = await DeskRoom.open();
  const feed = await publisher();
  const named = { address: feed.address, language: 'en' };
  feed.items = itemOf(1) + itemOf(2) + itemOf(3, '3 &amp;lt;script&amp;gt;') + itemOf(4, 'Undated', 'some day');
  const before = await selectNews(desk.database);
  const preview = await desk.send('/en/desk/news/preview', named);
  expect(preview.status).toBe(200);
  expect(await selectNews(desk.database)).toEqual(before);
  expect(preview.body).toContain('3 new items.');
  expect(preview.body).not.toContain('<script>');
  expect(preview.body, 'why one is refused').toMatch(/Item 4 of the feed:.*publication_date: must be a date/);
  const boxes = boxesIn(preview.body);
  expect(boxes).toHaveLength(3);
  const titles = async () =>
    (await selectNews(desk.database, 'en')).map(({ title }) => title).filter((title) => title.startsWith('Note '));
  // Newest first: the third, the second, the first.
  expect((await desk.send('/en/desk/news/import', chosen(named, boxes.slice(1, 2)))).to).toBe(
    '/en/desk/news?language=en&done=imported&added=1&updated=0&left=0',
  );
  expect(await titles()).toEqual(['Note 2']);
  expect((await desk.send('/en/desk/news/import', named)).to).toBe('/en/desk/news?language=en&done=nothingChosen');

  feed.items = itemOf(1, 'Note 1, but worse') + itemOf(2);
  expect((await desk.send('/en/desk/news/import', chosen(named, boxes))).to, 'changed since').toBe(
    '/en/desk/news?language=en&done=importedLess&added=0&updated=0&left=2',
  );
  expect(await titles()).toEqual(['Note 2']);
  expect((await desk.look('/en/desk/news?language=en&done=importedLess&added=0&updated=0&left=2')).body).toContain(
    'Left out: 2',
  );

  feed.items = itemOf(2, 'Note 2, corrected');
  const second = await desk.send('/en/desk/news/preview', named);
  expect(second.body).toContain('1 changed item.');
  expect(second.body).toMatch(/Before: <bdi>Note 2</);
  const answers = await Promise.all(
    [1, 2].map(() => desk.send('/en/desk/news/import', chosen(named, boxesIn(second.body)))),
  );
  expect(answers.map(({ to }) => to).sort(), 'two at once').toEqual([
    '/en/desk/news?language=en&done=imported&added=0&updated=0&left=0',
    '/en/desk/news?language=en&done=imported&added=0&updated=1&left=0',
  ]);
  expect(await titles()).toEqual(['Note 2, corrected']);
});

test('a feed that can’t be read says why, and no file of the server is one', async () => {
  const desk = await DeskRoom.open();
  const preview = (address: string) => desk.send('/en/desk/news/preview', { address, language: 'en' });
  const feed = await publisher();
  expect(await preview(feed.address.replace('127.0.0.1', 'nowhere.invalid'))).toMatchObject({
    status: 422,
    body: expect.stringContaining('This feed can’t be imported'),
  });
  for (const address of [
    '/etc/passwd',
    'file:///etc/passwd',
    'package.json',
    '',
    'https:',
    'ftp://example.com/',
    '//example.com/feed',
  ])
    expect(await preview(address), address).toMatchObject({
      status: 422,
      body: expect.stringContaining('id="address-problem"'),
    });
});

test.each([
  ['HOST', { HOST: '0.0.0.0' }, {}],
  ['a proxy', {}, { 'x-forwarded-for': '8.8.8.8' }],
] as const)(
  'to who comes from elsewhere, by %s, no address of the own network is read',
  async (_, settings, headers) => {
    const desk = await DeskRoom.open({ settings });
    const feed = await publisher();
    feed.items = itemOf(1);
    const { port } = new URL(feed.address);
    const numbers = [`127.0.0.1:${port}`, `2130706433:${port}`, '169.254.169.254', '[::1]'];
    for (const host of [...numbers, `localhost:${port}`, 'router.internal'])
      for (const path of ['preview', 'import']) {
        const form = { address: `http://${host}/feed`, language: 'en', take: 'x' };
        const answer = await desk.send(`/en/desk/news/${path}`, form, headers);
        expect(answer, host).toMatchObject({ status: 422, body: expect.stringContaining('inside your own network') });
      }
  },
);
