import { expect, onTestFinished, rstest, test } from '@rstest/core';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { ada, DeskRoom } from '../testing/DeskRoom.ts';

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
  const id = await desk.write();
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
  const id = await desk.write();
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

test('the log says what was done with which key, and nothing about anybody', async () => {
  const log = rstest.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => log.mockRestore());
  const desk = await DeskRoom.open({ settings: { LOG_LEVEL: 'info' } });
  const id = await desk.write();
  await desk.write({ subject: 'Another' });
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
