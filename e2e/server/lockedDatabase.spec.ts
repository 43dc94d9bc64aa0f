import { join } from 'node:path';
import { lockDatabase } from '@site/testkit/api/lockDatabase.ts';
import { goodMessage, tokenHeaders } from '@site/testkit/api/testApi.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../support/serverTest.ts';

test('while another process holds the database, every page is answered, and a message that waits for it is stored', async ({
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
  // In memory, and not yet rendered.
  for (const path of [addresses.en.blog, addresses.es.blog, addresses.fr.pricing, '/api/v1/blog/fr'])
    expect((await ask(site, path)).status).toBe(200);
  expect(isSent, 'the message waits meanwhile').toBe(false);
  await unlock();
  expect((await sending).status).toBe(201);
});
