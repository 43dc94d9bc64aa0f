import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { runCommand } from '@site/testkit/api/runCommand.ts';
import { goodMessage, startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { sql } from 'kysely';
import { storeMessage } from '../contact/store.ts';

onEveryDatabase((kind) => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi({ contactRate: { max: 100, timeWindow: 60_000 }, confirms: true }, kind);
  });
  afterEach(() => api.close());

  const messages = (...args: string[]) => runCommand('messages', api, args);
  const write = async (email: string, subject: string, message = `About ${subject}`) => {
    const response = await api.send({ ...goodMessage, email, subject, message });
    expect(response.statusCode).toBe(201);
    return response.json<{ id: string }>().id;
  };
  /** By name: messages of the same millisecond are listed in any order. */
  const subjectsFound = async (...args: string[]) =>
    [...(await messages('find', ...args)).output.matchAll(/> {2}(.*)$/gm)].map(([, subject]) => subject).sort();

  test('a sender is found whatever the capitals, and with --tags also after a +', async () => {
    await write('ada@example.com', 'Plain');
    await write('ADA@Example.COM', 'Capitals');
    await write('ada+shop@example.com', 'Tagged');
    await write('ada.lovelace@example.com', 'Another one');
    await write('countess@example.com', 'By another one', 'My friend Ada@example.com told me of you.');
    expect(await subjectsFound('Ada@EXAMPLE.com')).toEqual(['Capitals', 'Plain']);
    expect(await subjectsFound('ada@example.com', '--tags')).toEqual(['Capitals', 'Plain', 'Tagged']);
    expect(await subjectsFound('ada+shop@example.com')).toEqual(['Tagged']);
    const { output, errors } = await messages('find', 'ada@example.com');
    expect(output).toContain('2 messages.');
    expect(errors).toContain('1 more message from this mailbox with something after a +: add --tags for them.');
    expect(errors).toMatch(/^Messages of others that mention the address: [\w-]{36}$/m);
    expect((await messages('find', 'nobody')).errors).toContain('"nobody" is not an e-mail address.');
  });

  test('a domain is the same in its own script and in ASCII', async () => {
    await write('ada@xn--bcher-kva.example', 'From the library');
    expect(await subjectsFound('ada@Bücher.example')).toEqual(['From the library']);
  });

  test('an export has everything that is stored about a sender, and nothing about others', async () => {
    const id = await write('ada@example.com', 'Été \u{1F3E0}');
    await write('grace@example.com', 'Secret');
    const { status, output, errors } = await messages('export', 'ada@example.com');
    expect(status, errors).toBe(0);
    expect(output).toMatch(/^[\n\x20-\x7e]*$/);
    const { address, messages: own, confirmations } = JSON.parse(output);
    expect(address).toBe('ada@example.com');
    const row = await api.database.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(own).toEqual([{ ...row, mails: [expect.objectContaining({ kind: 'notice' }), expect.anything()] }]);
    expect(own[0].subject).toBe('Été \u{1F3E0}');
    expect(confirmations).toEqual([expect.objectContaining({ count: 1 })]);
  });

  test('an erased sender is gone from every table, and others stay', async () => {
    await write('ada@example.com', 'First');
    await write('ADA@example.com', 'Second');
    const other = await write('grace@example.com', 'Stays');
    const { output, errors } = await messages('erase', 'ada@example.com');
    expect(output).toBe('Erased 2 messages.');
    expect(errors).toContain('your mailbox, and backups');
    expect(await api.database.selectFrom('messages').select('id').execute()).toEqual([{ id: other }]);
    const mails = await api.database.selectFrom('outbox').select('message_id').execute();
    expect(new Set(mails.map(({ message_id }) => message_id))).toEqual(new Set([other]));
    const counts = await api.database
      .selectFrom('rate_counts')
      .select('name')
      .where('name', 'like', 'confirmation:%')
      .execute();
    expect(counts).toHaveLength(1);
    expect(JSON.parse((await messages('export', 'ada@example.com')).output)).toMatchObject({
      messages: [],
      confirmations: [],
    });
  });

  test('requests are recorded without the sender', async () => {
    expect((await messages('requests')).output).toBe('There were no requests.');
    // Letters that the hexadecimal of an id can't have.
    await write('lovelace@example.com', 'First');
    for (const command of ['find', 'export', 'erase', 'find']) await messages(command, 'lovelace@example.com');
    const { output } = await messages('requests');
    expect(output.split('\n').map((line) => line.slice('2030-01-31T00:00:00.000Z  '.length))).toEqual([
      'find  1 message',
      'export  1 message',
      'erase  1 message',
      'find  0 messages',
    ]);
    const recorded = await api.database.selectFrom('data_requests').selectAll().execute();
    expect(JSON.stringify(recorded)).not.toMatch(/lovelace|@/i);
  });

  test('the log has no address, even when a database error quotes it', async () => {
    const isOdd = kind === 'SQLite' ? `check (email not like 'ada@%')` : `check (email not like 'ada@%') not valid`;
    if (kind === 'PostgreSQL') await sql.raw(`alter table messages add constraint odd ${isOdd}`).execute(api.database);
    else
      await sql
        .raw(
          `create trigger odd before insert on messages begin select raise(abort, 'odd') where new.email like 'ada@%'; end`,
        )
        .execute(api.database);
    const response = await api.send(goodMessage);
    expect(response.statusCode).toBe(500);
    expect(api.log.join('')).toContain('unexpected error');
    expect(api.log.join('')).not.toMatch(/ada@|Lovelace/i);
    await expect(storeMessage(api.database, goodMessage, { language: 'en' })).rejects.toThrow();
  });
});
