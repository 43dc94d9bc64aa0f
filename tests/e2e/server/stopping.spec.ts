import { once } from 'node:events';
import { connect } from 'node:net';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { Crowd, type VisitorRequest } from '@site/testkit/site/Crowd.ts';
import { startHeldApi } from '@site/testkit/site/faults/fakeApis.ts';
import { ask } from '@site/testkit/site/http.ts';
import { type Program, withoutNotices } from '@site/testkit/site/program.ts';
import { type ApiServer, startApi } from '@site/testkit/site/servers.ts';
import { news } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/serverTest.ts';
import { secondTier } from '../support/tiers.ts';

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} stops the site with exit code 0`, async ({ startOwnProcess }) => {
    const site = await startOwnProcess();
    const { program } = site;
    await ask(site, addresses.en.home);
    program.process.kill(signal);
    expect(await program.exited).toBe(0);
    expect(withoutNotices(program.output())).toMatch(/^ready \S+\n$/);
  });
}

test('a site that is stopped answers running requests, and refuses new connections', async ({ startOwnProcess }) => {
  const api = await startHeldApi();
  const site = await startOwnProcess({ environment: { API_ORIGIN: api.origin } });
  const answer = ask(site, '/api/v1/blog/en');
  await api.asked;
  site.program.process.kill('SIGTERM');
  const whetherRefused = () => ask(site, '/healthz').then(() => '', String);
  await expect.poll(async () => await whetherRefused()).toContain('fetch failed');
  api.release();
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, '{"news":[]}']);
  expect(await site.program.exited).toBe(0);
  api.stop();
});

test('an idle preconnected socket does not keep the site from stopping', secondTier, async ({ startOwnProcess }) => {
  const site = await startOwnProcess();
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  await ask(site, addresses.en.home);
  site.program.process.kill('SIGTERM');
  expect(await site.program.exited).toBe(0);
  socket.destroy();
});

/** A message, each from another address, because the number of messages per address is limited. */
function writing(number: number): VisitorRequest {
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  const message = {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    subject: 'Hello',
    message: `Is anyone there? ${number}`,
  };
  const token = 'a-token-that-a-browser-has';
  return {
    method: 'POST',
    path: '/api/v1/contact',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
    },
    body: JSON.stringify(message),
    status: 201,
  };
}

/** A request to the API. */
function callOf(number: number): VisitorRequest {
  const language = languages[number % languages.length] ?? 'en';
  if (number % 2) return writing(number);
  return { path: `/api/v1/blog/${language}`, status: 200, holds: news[language][0].title };
}

/**
 * A request to the site: its API, a cached page, or a page that is rendered with the API's data (on a busy machine,
 * without).
 */
function visitOf(number: number): VisitorRequest {
  if (number % 4 === 0) return callOf(number / 4);
  if (number % 4 === 1) return { path: addresses.en.pricing, status: 200, holds: '</html>' };
  return { path: `${addresses.en.blog}?boundaries&visit=${number}`, status: 200, holds: '</html>' };
}

/** Stops a server under load, and waits until all visitors have moved to the next one. */
async function stopUnder(crowd: Crowd, { process: server }: Program): Promise<void> {
  const visitors = 8;
  crowd.come(visitors);
  // Enough for a slow machine.
  const patience = { timeout: 30_000 };
  await expect.poll(() => crowd.answered, patience).toBeGreaterThan(4 * visitors);
  server.kill('SIGTERM');
  await expect.poll(() => crowd.moved, patience).toBe(visitors);
  await crowd.leave();
}

test.describe('under load', () => {
  test(
    'a site that is stopped answers every request that reached it, and the next one takes over',
    secondTier,
    async ({ startOwnProcess }) => {
      const [stopped, other] = await Promise.all([startOwnProcess(), startOwnProcess()]);
      const crowd = new Crowd([stopped.origin, other.origin], visitOf);
      await stopUnder(crowd, stopped.program);
      expect(crowd.failures).toEqual([]);
      expect(await stopped.program.exited).toBe(0);
    },
  );

  test(
    'an API that is stopped answers every request that reached it, and the next one takes over',
    secondTier,
    async () => {
      const servers: ApiServer[] = await Promise.all([startApi(), startApi()]);
      const [stopped] = servers;
      if (!stopped) throw new Error('Two servers should have started.');
      try {
        const crowd = new Crowd(
          servers.map(({ origin }) => origin),
          callOf,
        );
        await stopUnder(crowd, stopped.program);
        expect(crowd.failures).toEqual([]);
        expect(await stopped.program.exited).toBe(0);
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
      }
    },
  );
});
