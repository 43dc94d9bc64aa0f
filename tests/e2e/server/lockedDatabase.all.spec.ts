import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDatabase } from '@site/testkit/api/lockDatabase.ts';
import { goodMessage, tokenHeaders } from '@site/testkit/api/testApi.ts';
import { addresses, everyAddress } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask, textOf } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { degraded, readiness, ready } from '../operations/askOperations.ts';
import { expect, runCli, test } from '../support/serverTest.ts';

test('while another process locks the database, every page is served, and a waiting message is stored afterwards', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite();
  await ask(site, addresses.en.blog);
  const unlock = await lockDatabase(join(site.dataDir, 'site.sqlite'));
  let isSent = false;
  const headers = { ...tokenHeaders, 'content-type': 'application/json' };
  const body = JSON.stringify(goodMessage);
  const sending = ask(site, '/api/v1/contact', { method: 'POST', headers, body }).finally(() => {
    isSent = true;
  });
  // A page in memory, others not yet rendered, and the API.
  for (const path of [addresses.en.blog, addresses.es.blog, addresses.fr.pricing, '/api/v1/blog/fr'])
    expect((await ask(site, path)).status).toBe(200);
  expect(isSent, 'the message waits meanwhile').toBe(false);
  await unlock();
  expect((await sending).status).toBe(201);
});

test('without scripts, a message that the locked database refused is not stored, and its next try is stored once', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite();
  const unlock = await lockDatabase(join(site.dataDir, 'site.sqlite'));
  const post = (key = '') =>
    ask(site, addresses.es.contact, { method: 'POST', body: new URLSearchParams({ ...goodMessage, key }) });
  const refused = await post();
  expect([refused.status, textOf(refused.body)]).toEqual([
    503,
    expect.stringContaining(texts.es.contact.form.failed.replace(/ \[.*/, '')),
  ]);
  await unlock();
  expect(await runCli('messages', site, 'list')).toContain('There are no messages.');
  const key = /name="key" value="(\w+)"/.exec(refused.body)?.[1];
  expect((await post(key)).status).toBe(303);
  expect((await runCli('messages', site, 'list')).split(goodMessage.subject)).toHaveLength(2);
});

test('a site that starts without a usable database serves its pages, keeps what visitors typed, and works as soon as there is one', async ({
  startOwnProcess,
}) => {
  const dataDir = await temporaryFolder('damaged');
  const file = join(dataDir, 'site.sqlite');
  await writeFile(file, 'this is not a database, whatever its name says. '.repeat(100));
  const site = await startOwnProcess({ environment: { DATA_DIR: dataDir } });
  const post = () => ask(site, addresses.es.contact, { method: 'POST', body: new URLSearchParams(goodMessage) });
  for (const { path, page } of everyAddress.filter(({ page: name }) => name !== 'notFound'))
    expect((await ask(site, path)).status, `${page} ${path}`).toBe(200);
  expect(await readiness(site)).toEqual(degraded('database', /DATABASE_DAMAGED\), since 20/));
  const refused = await post();
  expect([refused.status, textOf(refused.body)]).toEqual([
    503,
    expect.stringContaining(texts.es.contact.form.failed.replace(/ \[.*/, '')),
  ]);
  expect(refused.body).toContain(goodMessage.subject);
  await rm(file);
  await expect.poll(() => readiness(site), { timeout: 15_000 }).toEqual(ready);
  expect((await post()).status).toBe(303);
  await expect.poll(async () => (await ask(site, addresses.en.blog)).body).toContain('/en/blog/');
  await site.stop();
  await rm(dataDir, { recursive: true });
});
