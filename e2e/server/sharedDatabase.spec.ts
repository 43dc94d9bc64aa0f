import { startPostgres, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { outputOf } from '@site/testkit/site/program.ts';
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

test('two servers with one PostgreSQL show the same news, mail a message once, and stay up without the database', async ({
  startOwnSite,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, PostgreSQL is optional
  test.skip(!postgres, `PostgreSQL is skipped, since none can be had here: ${reason}`);
  const environment = { DATABASE_URL: postgres?.url ?? '', SMTP_URL: smtp.url, MAIL_TO: 'team@example.org' };
  const sites = await Promise.all([startOwnSite({ environment }), startOwnSite({ environment })]);
  const [first, second] = sites;
  if (!first || !second) throw new Error('Two servers were to start.');

  for (const site of sites) expect((await ask(site, addresses.en.blog)).status).toBe(200);
  const added = ['add', '--lang', 'en', '--title', 'Seen on both servers', '--date', '2030-01-01'];
  await outputOf('api/src/cli/news.ts', added, { DATABASE_URL: environment.DATABASE_URL });
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
