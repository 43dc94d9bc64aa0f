import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../support/serverTest.ts';

/** What differs between any two answers, or two connections. */
const ofOneAnswer = ['date', 'x-request-id', 'connection', 'keep-alive'];

test('however many unknown addresses a robot tries, each gets the same page, most of them from memory', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite({ environment: { LOG_LEVEL: 'info' } });
  const logged = (line: RegExp) => site.output().match(line) ?? [];
  const get = async (path: string, init: RequestInit = {}) => {
    const answer = await ask(site, path, init);
    const headers = [...answer.headers].filter(([name]) => !ofOneAnswer.includes(name));
    return { status: answer.status, headers, body: answer.body };
  };
  const first = await get('/wp-login.php');
  expect(first.status).toBe(404);
  for (const path of ['/.env', '/wp-admin/setup-config.php?step=0', '/vendor/', '/en/a/b/c/d'])
    expect(await get(path), path).toEqual(first);
  await expect.poll(() => logged(/"path":"\/\*","status":404/g)).toHaveLength(5);
  expect(logged(/"status":404,"milliseconds":\d+,"cached":true/g)).toHaveLength(4);
  const french = { headers: { 'accept-language': 'fr-CA, en;q=0.5' } };
  expect((await get('/.env', french)).body, 'in the visitor’s language').toContain('<html lang="fr"');
  expect((await get('/fr/.env')).body).toContain('<html lang="fr"');
  expect((await get('/en/pricin')).body, 'with a suggestion').toContain(`href="${addresses.en.pricing}"`);
  expect((await get('/.env', { method: 'HEAD' })).headers).toEqual(first.headers);
});

test('what looks like an unknown address still reaches what answers it', async ({ site }) => {
  expect((await ask(site, '/nowhere')).status).toBe(404);
  const statusOf = async (path: string) => (await ask(site, path, { redirect: 'manual' })).status;
  expect(await statusOf(`${addresses.en.pricing}/`), 'a slash too many').toBe(301);
  for (const path of ['/', '/robots.txt', '/sitemap.xml', '/en/atom.xml', '/readyz', '/favicon.ico', '/routes.en.json'])
    expect(await statusOf(path), path).toBe(200);
  expect((await ask(site, '/assets/none')).body).toContain('SITE-ASSET');
  expect((await ask(site, '/nowhere', { method: 'POST', body: new URLSearchParams() })).status).toBe(404);
});
