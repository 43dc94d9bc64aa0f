import { createHash } from 'node:crypto';
import { addresses, everyAddress } from '@site/testkit/site/addresses.ts';
import { type Answer, ask } from '@site/testkit/site/http.ts';
import { rawAnswer, type Target } from '@site/testkit/site/rawAnswer.ts';
import { test as base, expect, type OtherApi, otherApi } from '../support/serverTest.ts';
import { assail, onApi, onSite } from './fuzz/assail.ts';

const test = base.extend<OtherApi>(otherApi);

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 32);

/** The status and hash of every page, once the site isn't too busy. */
async function pagesOf(site: Target): Promise<string[]> {
  const pages: string[] = [];
  for (const { path } of everyAddress) {
    let answer: Answer | undefined;
    const status = async () => {
      answer = await ask(site, path);
      return answer.status;
    };
    await expect.poll(status, { message: path, timeout: 30_000 }).toBeLessThan(500);
    const hash = createHash('sha256').update(answer?.body ?? '');
    pages.push(`${path} ${answer?.status} ${hash.digest('hex')}`);
  }
  return pages;
}

/** Clients that stop halfway through a request. */
const stopped = [
  'GET /en HTTP/1.1\r\nHost: a\r\nX: ',
  'POST /en/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\na',
  'POST /api/v1/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
];

const statusesOf = (target: Target, clients: readonly string[]): Promise<number[]> =>
  Promise.all(
    clients.map(async (bytes) => {
      const { status, isHanging } = await rawAnswer(target, bytes, 60_000);
      return isHanging ? 0 : status;
    }),
  );

test.beforeEach(() => console.log(`FUZZ_SEED=${seed}`));

test('5,000 hostile requests break nothing, reveal nothing and change no page', async ({ startOwnSite }) => {
  const site = await startOwnSite();
  const before = await pagesOf(site);
  const waiting = statusesOf(site, stopped);
  expect(await assail(site, { mixture: onSite, count: 5_000, seed }), `seed ${seed}`).toEqual([]);
  expect(await waiting, 'clients that stop half way are not waited for').toEqual([408, 415, 408]);
  expect(await pagesOf(site)).toEqual(before);
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
});

test('hostile requests to an API in its own process, through the site or directly, break nothing', async ({
  api,
  startOwnSite,
}) => {
  const site = await startOwnSite({ environment: { API_ORIGIN: api.origin } });
  const before = await pagesOf(site);
  const waiting = statusesOf(api, stopped.slice(0, 1));
  expect(await assail(site, { mixture: [...onSite, ...onApi], count: 500, seed }), `seed ${seed}`).toEqual([]);
  expect(await assail(api, { mixture: onApi, count: 500, seed }), `seed ${seed}`).toEqual([]);
  expect(await waiting).toEqual([408]);
  expect(await pagesOf(site)).toEqual(before);
  expect((await ask(api, '/readyz')).status).toBe(200);
  expect((await ask(site, addresses.en.contact)).status).toBe(200);
});
