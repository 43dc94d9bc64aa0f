import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from '@rstest/core';
import { retryMails, selectMails } from '@site/api/outbox/queries.ts';
import { DeskRoom } from '../testing/DeskRoom.ts';

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
  for (let number = 1; number <= 27; number += 1) await desk.write({ subject: `Subject ${number}` }, true);
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
  const ids = [await desk.write(), await desk.write({ subject: 'Another' })];
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
  const id = await desk.write({ subject: 'Delete me please' }, true);
  const other = await desk.write({ subject: 'Stays' });
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
  for (const file of await readdir(desk.place.dataDir))
    expect((await readFile(`${desk.place.dataDir}/${file}`)).includes('Delete me please'), file).toBe(false);
});
