import { createPostgresDatabase } from '@site/testkit/api/testDatabase.ts';
import { StatementProxy } from '@site/testkit/postgres/StatementProxy.ts';
import { startPostgres, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask, textOf } from '@site/testkit/site/http.ts';
import { outputOf, siteProgram } from '@site/testkit/site/program.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { startMailServer, type TestMailServer } from '@site/testkit/startMailServer.ts';
import { expect, test } from '../support/serverTest.ts';

const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  subject: 'From one server of two',
  message: 'Could you host an engine for me, please?',
};

let postgres: TestPostgres | undefined;
let smtp: TestMailServer;
let reason = '';

test.beforeAll(async () => {
  smtp = await startMailServer();
  try {
    postgres = await startPostgres();
  } catch (error) {
    if (process.env.CI) throw error;
    reason = String(error);
  }
});
test.afterAll(() => smtp.stop());

test('without scripts, a visitor whose message may be stored is told so, and the next try is stored once', async ({
  startOwnSite,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, PostgreSQL is optional
  test.skip(!postgres, `PostgreSQL is skipped, since none can be had here: ${reason}`);
  if (!postgres) return;
  const { url } = await createPostgresDatabase(postgres.url);
  const proxy = await StatementProxy.start(url);
  const site = await startOwnSite({ environment: { DATABASE_URL: proxy.url } });
  const { freeze } = postgres;
  let goOn: (() => void) | undefined;
  let isStoring = false;
  proxy.onStatement = (statement) => {
    isStoring ||= statement.includes('insert into "messages"');
    if (isStoring && statement.includes('commit')) goOn ??= freeze();
    return 'pass';
  };
  const post = (key = '') =>
    ask(site, addresses.fr.contact, { method: 'POST', body: new URLSearchParams({ ...message, key }) });
  const unknown = await post();
  goOn?.();
  expect([unknown.status, textOf(unknown.body)]).toEqual([503, expect.stringContaining(texts.fr.contact.form.unknown)]);
  const key = /name="key" value="(\w+)"/.exec(unknown.body)?.[1];
  await expect.poll(async () => (await post(key)).status, { timeout: 20_000 }).toBe(303);
  const listed = await outputOf(siteProgram, ['messages', 'list'], { DATABASE_URL: url });
  expect(listed.split(message.subject)).toHaveLength(2);
  await proxy.stop();
});

test('two servers with one PostgreSQL show the same news, mail a message once, and stay up without the database', async ({
  startOwnSite,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, PostgreSQL is optional
  test.skip(!postgres, `PostgreSQL is skipped, since none can be had here: ${reason}`);
  const environment = { DATABASE_URL: postgres?.url ?? '', SMTP_URL: smtp.url, MAIL_TO: 'team@example.org' };
  const sites = await Promise.all([startOwnSite({ environment }), startOwnSite({ environment })]);
  const [first, second] = sites;
  if (!first || !second) throw new Error('Two servers should have started.');

  for (const site of sites) expect((await ask(site, addresses.en.blog)).status).toBe(200);
  const added = ['news', 'add', '--lang', 'en', '--title', 'Seen on both servers', '--date', '2030-01-01'];
  await outputOf(siteProgram, added, { DATABASE_URL: environment.DATABASE_URL });
  for (const site of sites) {
    const page = async () => (await ask(site, addresses.en.blog)).body;
    await expect.poll(page, { timeout: 5000 }).toContain('Seen on both servers');
  }

  const post = (site: typeof first) =>
    ask(site, addresses.fr.contact, { method: 'POST', body: new URLSearchParams(message) });
  expect((await Promise.all([post(first), post(second)])).map(({ status }) => status)).toEqual([303, 303]);
  const [mail, ...others] = await smtp.received(1);
  expect(mail?.subject).toBe(`Message du site\u00A0: ${message.subject}`);
  expect(others).toEqual([]);

  await postgres?.stop();
  expect((await ask(first, addresses.en.blog)).body).toContain('Seen on both servers');
  expect((await ask(second, addresses.es.pricing)).status).toBe(200);
  const refused = await post(first);
  expect(refused.status).toBe(503);
  expect(refused.body).toContain(message.message);
});
