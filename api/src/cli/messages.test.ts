import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { runCommand } from '@site/testkit/api/runCommand.ts';
import { goodMessage, startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';

onEveryDatabase((kind) => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi({}, kind);
  });
  afterEach(() => api.close());

  const messages = (...args: string[]) => runCommand('messages', api, args);

  test('a message that was sent is listed and shown', async () => {
    expect((await messages('list')).output).toBe('There are no messages.');
    const { id } = (await api.send(goodMessage)).json();
    const list = await messages('list');
    expect(list.status).toBe(0);
    expect(list.output).toContain(`${id}  Ada Lovelace <ada@example.com>  A new website`);
    const shown = await messages('show', id);
    expect(shown.status).toBe(0);
    expect(shown.output).toContain(goodMessage.message);
  });

  test('messages are deleted for good', async () => {
    const ids: string[] = [];
    for (const subject of ['First', 'Second', 'Third'])
      ids.push((await api.send({ ...goodMessage, subject })).json().id);
    const [first = '', second = '', third = ''] = ids;
    expect(await messages('delete', first, second)).toMatchObject({
      status: 0,
      output: `deleted ${first}\ndeleted ${second}`,
    });
    expect((await messages('list')).output).toMatch(new RegExp(`^.*${third}.*Third  not mailed yet$`));
    expect((await messages('delete', second)).errors).toContain('There is no message');
  });

  test('mails that wait or were given up are sent again now, and delivered ones are not', async () => {
    const sent: string[] = [];
    for (const subject of ['Waiting', 'Given up', 'Delivered'])
      sent.push((await api.send({ ...goodMessage, subject })).json().id);
    const [waiting = '', givenUp = '', delivered = ''] = sent;
    const change = (id: string, state: 'waiting' | 'dead' | 'delivered') =>
      api.database
        .updateTable('outbox')
        .set({ state, attempts: 9, due_at: '2999-01-01T00:00:00.000Z', last_error: 'No such mailbox' })
        .where('message_id', '=', id)
        .execute();
    await change(waiting, 'waiting');
    await change(givenUp, 'dead');
    await change(delivered, 'delivered');
    expect((await messages('list')).output).toMatch(/Given up {2}given up .* after 9 tries: No such mailbox/);
    expect((await messages('retry', delivered)).errors).toContain('No mail is waiting or was given up');
    expect((await messages('retry')).errors).toContain('Name messages (ID…), or use --all');
    const all = await messages('retry', '--all');
    expect(all.status).toBe(0);
    expect(all.output.split('\n').sort()).toEqual([waiting, givenUp].map((id) => `sending again ${id}`).sort());
    const due = await api.database.selectFrom('outbox').selectAll().where('due_at', '<', '2999').execute();
    expect(due.map(({ message_id, state, attempts }) => [message_id, state, attempts]).sort()).toEqual(
      [waiting, givenUp].map((id) => [id, 'waiting', 0]).sort(),
    );
  });

  test('a message that isn’t there is an error', async () => {
    expect(await messages('show', 'nothing')).toMatchObject({
      status: 1,
      errors: expect.stringContaining('There is no message "nothing"'),
    });
  });
});
