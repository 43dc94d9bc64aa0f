import { expect, test } from '@rstest/core';
import { runCommand } from '@site/testkit/api/runCommand.ts';
import { ada, DeskRoom } from '../testing/DeskRoom.ts';

test('a person is found by their address alone, in capitals too, and with what follows a + if asked', async () => {
  const desk = await DeskRoom.open();
  await desk.write({ email: 'ADA@Example.com', subject: 'Capitals' });
  await desk.write({ email: 'ada+shop@example.com', subject: 'Tagged' });
  await desk.write({ email: 'grace@example.com', subject: 'By another one', message: 'Ada@example.com told me.' });
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
  await desk.write({ subject: 'Été \u{1F3E0}' }, true);
  await desk.write({ email: 'grace@example.com' });
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
  await desk.write({}, true);
  await desk.write({ email: 'ADA@example.com', subject: 'Second' }, true);
  const other = await desk.write({ email: 'grace@example.com', subject: 'Stays' });
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
