import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, rstest, test } from '@rstest/core';
import { storeMessage } from '@site/api/contact/store.ts';
import { selectNews } from '@site/api/news/queries.ts';
import { retryMails, selectMails } from '@site/api/outbox/queries.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { runCommand } from '@site/testkit/api/runCommand.ts';
import { DeskRoom } from './testing/DeskRoom.ts';

const ada = { name: 'Ada', email: 'ada@example.com', subject: 'An engine', message: 'Could you build one?\nAda' };

const write = (desk: DeskRoom, message: Partial<typeof ada> = {}, confirms = false) =>
  storeMessage(desk.database, { ...ada, ...message }, { language: 'en', confirms });

/** Every path of the desk, with the forms' own. */
const paths = ['', '/messages', '/mails', '/person', '/news', '/news/add', '/news/import', '/ready'];
const forms = [
  '/mails/retry',
  '/person',
  '/person/export',
  '/person/erase',
  '/news/add',
  '/news/remove',
  '/news/preview',
  '/news/import',
];

test('a key without the right finds no desk, whatever its apps, and neither page nor form tells that there is one', async () => {
  const desk = await DeskRoom.open();
  const id = await write(desk);
  for (const path of [...paths, `/messages/${id}`, `/messages/${id}/delete`])
    expect((await desk.look(`/en/desk${path}`)).status, path).toBe(200);
  expect((await desk.look('/en')).body).toContain('href="/en/desk"');

  await desk.signed.addKey('all', '*');
  await desk.enter('all');
  expect((await desk.look('/en')).body).not.toContain('/desk"');
  const nothing = (await desk.look('/en/nothing')).body;
  for (const path of [...paths, `/messages/${id}`, `/messages/${id}/delete`])
    expect(await desk.look(`/en/desk${path}`), path).toMatchObject({ status: 404, body: nothing });
  for (const path of [...forms, `/messages/${id}/delete`, `/messages/${id}/retry`])
    expect(await desk.send(`/en/desk${path}`, { address: 'ada@example.com', sure: 'yes' }), path).toMatchObject({
      status: 404,
      body: nothing,
    });
  expect(await desk.database.selectFrom('messages').select('id').execute()).toEqual([{ id }]);
});

test('the right ends with the key, and nobody comes to the desk without a visit', async () => {
  const desk = await DeskRoom.open();
  await desk.signed.revoke('owner');
  await expect.poll(async () => (await desk.look('/en/desk')).status).toBe(303);
  expect(await desk.send('/en/desk/mails/retry')).toMatchObject({ status: 303, to: '/en' });
});

test('a form that another site sends does nothing', async () => {
  const desk = await DeskRoom.open();
  const id = await write(desk);
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])
    for (const path of [...forms, `/messages/${id}/delete`, `/messages/${id}/retry`])
      expect((await desk.send(`/en/desk${path}`, { address: ada.email, sure: 'yes' }, headers)).status, path).toBe(403);
  expect(await desk.database.selectFrom('messages').select('id').execute()).toEqual([{ id }]);
  expect(await desk.database.selectFrom('data_requests').select('id').execute()).toEqual([]);
});

const attack = `"'></bdi></p></title></main><img src=x onerror=pwned()><script>pwned()</script><a href="javascript:pwned()">{{x}}&amp;`;
const hidden = '\u202e\u2066\u0000\u001b[2J\r\n';

test('hostile words in every field of a message stay words', async () => {
  const desk = await DeskRoom.open();
  const row = { language: 'en' as const, received_at: '2030-01-31T10:00:00.000Z', client_key: attack, content: null };
  const words = hidden + attack;
  // The form refuses these: a program that could write to the database did not.
  const message = { ...row, id: 'a', name: words, email: words, subject: words, message: `${words}\n${words}` };
  await desk.database.insertInto('messages').values(message).execute();
  const mail = { id: 'a', message_id: 'a', attempts: 3, due_at: attack, failing_since: attack, ended_at: attack };
  await desk.database
    .insertInto('outbox')
    .values({ ...mail, kind: 'notice', state: 'dead', last_error: words })
    .execute();
  const pages = await Promise.all(
    ['', '/messages', '/messages/a', '/messages/a/delete', '/mails'].map((path) => desk.look(`/en/desk${path}`)),
  );
  for (const { status, body, headers } of pages) {
    expect(status).toBe(200);
    expect(body).toContain('&lt;script&gt;pwned()');
    expect(body).not.toMatch(/<img|<script|href="javascript/);
    for (const character of hidden.replace('[2J', '').trim()) expect(body).not.toContain(character);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect(pages[2]?.body, 'an address that could be several').not.toContain('mailto:');
});

test('messages are listed newest first, some at a time, and one is read in full with what became of its mails', async () => {
  const desk = await DeskRoom.open();
  for (let number = 1; number <= 27; number += 1) await write(desk, { subject: `Subject ${number}` }, true);
  await desk.database
    .updateTable('messages')
    .set({ received_at: '2020-01-01T00:00:00.000Z' })
    .where('subject', '=', 'Subject 3')
    .execute();
  const [first, second] = [await desk.look('/en/desk/messages'), await desk.look('/en/desk/messages?page=2')];
  expect(first.body).toContain('27 messages');
  expect(first.body.match(/Subject \d+/g)).toHaveLength(25);
  expect(second.body).toMatch(/Subject 3</);
  const { id } = await desk.database
    .selectFrom('messages')
    .select('id')
    .where('subject', '=', 'Subject 3')
    .executeTakeFirstOrThrow();
  await desk.database
    .updateTable('outbox')
    .set({ state: 'dead', attempts: 4, last_error: '550 no such user' })
    .where('id', '=', id)
    .execute();
  const { body } = await desk.look(`/en/desk/messages/${id}`);
  expect(body).toContain('Could you build one?');
  expect(body).toContain('Mail to you: given up');
  expect(body).toContain('550 no such user');
  expect(body).toContain('Confirmation to the visitor: waiting');
  expect((await desk.look('/en/desk/mails')).body).toContain('550 no such user');
  expect((await desk.look('/en/desk')).body).toContain('1 mail could not be delivered');
});

test('mails are sent again, of one message or of all, and a second try says that nothing waits', async () => {
  const desk = await DeskRoom.open();
  const ids = [await write(desk), await write(desk, { subject: 'Another' })];
  const giveUp = () =>
    desk.database.updateTable('outbox').set({ state: 'dead', attempts: 9, last_error: 'away' }).execute();
  await giveUp();
  expect((await desk.send(`/en/desk/messages/${ids[0]}/retry`)).to).toBe(`/en/desk/messages/${ids[0]}?done=again`);
  expect((await selectMails(desk.database, ids[0] ?? '')).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['waiting', 0],
  ]);
  expect((await selectMails(desk.database, ids[1] ?? '')).map(({ state }) => state)).toEqual(['dead']);
  await giveUp();
  expect((await desk.send('/fr/desk/mails/retry')).to).toBe('/fr/desk/mails?done=again');
  expect((await selectMails(desk.database)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  await desk.database.updateTable('outbox').set({ state: 'delivered' }).execute();
  expect((await desk.send('/en/desk/mails/retry')).to).toBe('/en/desk/mails?done=nothingWaits');
  expect(await retryMails(desk.database)).toEqual([]);
});

test('a message is deleted after a second look, from every table and the disk, and two at once are told', async () => {
  const desk = await DeskRoom.open();
  const id = await write(desk, { subject: 'Delete me please' }, true);
  const other = await write(desk, { subject: 'Stays' });
  const { body } = await desk.look(`/en/desk/messages/${id}/delete`);
  expect(body).toContain('Delete this message for good?');
  expect(await desk.database.selectFrom('messages').select('id').execute()).toHaveLength(2);
  const answers = await Promise.all([1, 2].map(() => desk.send(`/en/desk/messages/${id}/delete`)));
  expect(answers.map(({ status, to }) => [status, to]).sort()).toEqual([
    [303, '/en/desk/messages?done=deleted'],
    [303, '/en/desk/messages?done=gone'],
  ]);
  expect((await desk.look('/en/desk/messages?done=gone')).body).toContain('somebody else may have deleted it');
  expect(await desk.database.selectFrom('messages').select('id').execute()).toEqual([{ id: other }]);
  expect((await selectMails(desk.database)).map(({ message_id }) => message_id)).toEqual([other]);
  expect((await desk.look(`/en/desk/messages/${id}`)).status).toBe(404);
  expect((await desk.send(`/en/desk/messages/${id}/retry`)).status).toBe(404);
  const { readFile, readdir } = await import('node:fs/promises');
  for (const file of await readdir(desk.place.dataDir))
    expect((await readFile(`${desk.place.dataDir}/${file}`)).includes('Delete me please'), file).toBe(false);
});

test('a person is found by their address alone, in capitals too, and with what follows a + if asked', async () => {
  const desk = await DeskRoom.open();
  await write(desk, { email: 'ADA@Example.com', subject: 'Capitals' });
  await write(desk, { email: 'ada+shop@example.com', subject: 'Tagged' });
  await write(desk, { email: 'grace@example.com', subject: 'By another one', message: 'Ada@example.com told me.' });
  const found = await desk.send('/en/desk/person', { address: ' ada@EXAMPLE.com ' });
  expect(found.status).toBe(200);
  expect(found.body).toContain('Capitals');
  expect(found.body).not.toMatch(/Tagged|By another one/);
  expect(found.body).toContain('1 more message is from this mailbox');
  expect(found.body).toContain('Messages of others that mention the address');
  expect((await desk.send('/en/desk/person', { address: 'ada@example.com', tags: 'yes' })).body).toContain('Tagged');
  const wrong = await desk.send('/en/desk/person', { address: '"><script>' });
  expect(wrong).toMatchObject({ status: 422, body: expect.stringContaining('This isn’t an e-mail address') });
  expect(wrong.body).not.toContain('<script>');
  const requests = await desk.database
    .selectFrom('data_requests')
    .select(['command', 'messages'])
    .orderBy('made_at')
    .execute();
  expect(requests).toEqual([
    { command: 'find', messages: 1 },
    { command: 'find', messages: 2 },
  ]);
  expect((await desk.look('/en/desk/person')).body).toContain('but never for whom');
});

test('an export is what the command prints, as a file without a name in it that no cache keeps', async () => {
  const desk = await DeskRoom.open();
  await write(desk, { subject: 'Été \u{1F3E0}' }, true);
  await write(desk, { email: 'grace@example.com' });
  const { body, headers } = await desk.send('/fr/desk/person/export', { address: 'Ada@example.com' });
  const { output } = await runCommand('messages', desk.place, ['export', 'ada@example.com']);
  expect(body).toBe(output);
  expect(JSON.parse(body)).toMatchObject({ address: 'ada@example.com', messages: [{ subject: 'Été \u{1F3E0}' }] });
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await desk.database.selectFrom('data_requests').select('command').execute()).toEqual([
    { command: 'export' },
    { command: 'export' },
  ]);
});

test('everything about a person is erased after a second look, and others stay', async () => {
  const desk = await DeskRoom.open();
  await write(desk, {}, true);
  await write(desk, { email: 'ADA@example.com', subject: 'Second' }, true);
  const other = await write(desk, { email: 'grace@example.com', subject: 'Stays' });
  const asked = await desk.send('/en/desk/person/erase', { address: ada.email });
  expect(asked).toMatchObject({ status: 200, body: expect.stringContaining('Erase everything about this person?') });
  expect(asked.body).toContain('2 messages');
  expect(await desk.database.selectFrom('messages').select('id').execute()).toHaveLength(3);
  expect((await desk.send('/en/desk/person/erase', { address: ada.email, sure: 'yes' })).to).toBe(
    '/en/desk/person?done=erased',
  );
  expect(await desk.database.selectFrom('messages').select('id').execute()).toEqual([{ id: other }]);
  const counted = await desk.database
    .selectFrom('rate_counts')
    .select('name')
    .where('name', 'like', 'confirmation:%')
    .execute();
  expect(counted).toEqual([]);
  expect((await desk.send('/en/desk/person/erase', { address: ada.email, sure: 'yes' })).to).toBe(
    '/en/desk/person?done=nothingErased',
  );
  const requests = await desk.database
    .selectFrom('data_requests')
    .select(['command', 'messages'])
    .orderBy('made_at')
    .execute();
  expect(requests).toEqual([
    { command: 'erase', messages: 2 },
    { command: 'erase', messages: 0 },
  ]);
});

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

test('from a room that others can open, no address of the own network is read', async () => {
  const desk = await DeskRoom.open({ settings: { HOST: '0.0.0.0' } });
  const feed = await publisher();
  feed.items = itemOf(1);
  const { port } = new URL(feed.address);
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    '169.254.169.254',
    '[::1]',
    'router.internal',
    `2130706433:${port}`,
  ])
    for (const path of ['preview', 'import'])
      expect(
        await desk.send(`/en/desk/news/${path}`, { address: `http://${host}/feed`, language: 'en', take: 'x' }),
        host,
      ).toMatchObject({
        status: 422,
        body: expect.stringContaining('inside your own network'),
      });
});

test('the log says what was done with which key, and nothing about anybody', async () => {
  const log = rstest.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => log.mockRestore());
  const desk = await DeskRoom.open({ settings: { LOG_LEVEL: 'info' } });
  const id = await write(desk);
  await write(desk, { subject: 'Another' });
  await desk.look(`/en/desk/messages/${id}`);
  await desk.send(`/en/desk/messages/${id}/delete`);
  for (const path of ['', '/export', '/erase'])
    await desk.send(`/en/desk/person${path}`, { address: ada.email, sure: 'yes' });
  const lines = log.mock.calls.map(([line]) => String(line)).join('');
  for (const act of ['message deleted', 'person found', 'person exported', 'person erased'])
    expect(lines).toContain(act);
  expect(lines).toContain('owner');
  expect(lines).not.toMatch(/ada@example|An engine|Could you build/);
  expect(lines).not.toContain(id);
});

test('without a database, or with one that is away, the desk says so and the rest of the room works', async () => {
  for (const [database, words] of [
    [undefined, 'doesn’t see the site’s database'],
    [async () => undefined, 'doesn’t see the site’s database'],
    [
      async () => Promise.reject(new OperatorError('DATABASE_UNREACHABLE', 'It is away.')),
      'DATABASE_UNREACHABLE It is away.',
    ],
    [
      async () => Promise.reject(Object.assign(new Error('secret words'), { code: 'ECONNREFUSED' })),
      'doesn’t answer right now',
    ],
  ] as const) {
    const desk = await DeskRoom.open({ database });
    for (const path of ['', '/messages', '/mails', '/person', '/news']) {
      const { status, body } = await desk.look(`/en/desk${path}`);
      expect(status, path).toBe(503);
      expect(body, path).toContain(words);
      expect(body).not.toContain('secret words');
    }
    expect((await desk.send('/en/desk/mails/retry')).status).toBe(503);
    expect((await desk.look('/en/desk/ready')).status).toBe(200);
    expect((await desk.look('/en')).status).toBe(200);
  }
});

test('the owner reads what is missing before going live, with what to do', async () => {
  const desk = await DeskRoom.open();
  const { body } = await desk.look('/en/desk/ready');
  expect(body).toContain('The legal notice and the privacy policy show samples');
  expect(body).toContain('name of the company, with its legal form');
  expect(body).toContain('Théo Vasseur');
  expect(body).toContain('Nobody gets a mail when a visitor writes');
  const settings = {
    SITE_ORIGIN: 'https://www.example.com',
    SMTP_URL: 'smtps://user:secret@mail.example.com',
    NOTICES: [],
    TRUSTED_KEYS: 'keys.json',
  };
  const set = (await (await DeskRoom.open({ settings })).look('/en/desk/ready')).body;
  expect(set).not.toMatch(/Nobody gets a mail|no public address|Nobody is told|secret/);
});
