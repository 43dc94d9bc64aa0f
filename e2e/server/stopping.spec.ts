import { once } from 'node:events';
import { connect } from 'node:net';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { Crowd, type VisitorRequest } from '@site/testkit/site/Crowd.ts';
import { startHeldApi } from '@site/testkit/site/faults/fakeApis.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { Program } from '@site/testkit/site/program.ts';
import { type ApiServer, startApi } from '@site/testkit/site/servers.ts';
import { news } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/serverTest.ts';

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends the site with exit code 0`, async ({ startOwnSite }) => {
    const site = await startOwnSite();
    const { program } = site;
    await ask(site, addresses.en.home);
    program.process.kill(signal);
    expect(await program.exited).toBe(0);
    expect(program.output()).toMatch(/^ready \S+\n$/);
  });
}

test('a request that is running when the site is stopped is still answered, and nobody new is let in', async ({
  startOwnSite,
}) => {
  const api = await startHeldApi();
  const site = await startOwnSite({ environment: { API_ORIGIN: api.origin } });
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

test('a connection that a browser has opened ahead of need does not keep the site from ending', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite();
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  await ask(site, addresses.en.home);
  site.program.process.kill('SIGTERM');
  expect(await site.program.exited).toBe(0);
  socket.destroy();
});

/** A message of a visitor of its own, whose address may send only so many. */
function writing(number: number): VisitorRequest {
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  const message = {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    subject: 'Hello',
    message: `Is anybody there? ${number}`,
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

/** What the API is asked for. */
function callOf(number: number): VisitorRequest {
  const language = languages[number % languages.length] ?? 'en';
  if (number % 2) return writing(number);
  return { path: `/api/v1/blog/${language}`, status: 200, holds: news[language][0].title };
}

/** What the site is asked for: its API, pages in memory, and pages that are rendered anew with what the API says, or without it when the machine is busy. */
function visitOf(number: number): VisitorRequest {
  if (number % 4 === 0) return callOf(number / 4);
  if (number % 4 === 1) return { path: addresses.en.pricing, status: 200, holds: '</html>' };
  return { path: `${addresses.en.blog}?boundaries&visit=${number}`, status: 200, holds: '</html>' };
}

/** Stops a server while a crowd is there, and waits until everybody has found the next one. */
async function stopUnder(crowd: Crowd, { process: server }: Program): Promise<void> {
  const visitors = 8;
  crowd.come(visitors);
  // However slow the machine.
  const patience = { timeout: 30_000 };
  await expect.poll(() => crowd.answered, patience).toBeGreaterThan(4 * visitors);
  server.kill('SIGTERM');
  await expect.poll(() => crowd.moved, patience).toBe(visitors);
  await crowd.leave();
}

test.describe('under load', () => {
  test('a site that is stopped answers whatever has reached it, and the next one takes over', async ({
    startOwnSite,
  }) => {
    const [stopped, other] = await Promise.all([startOwnSite(), startOwnSite()]);
    const crowd = new Crowd([stopped.origin, other.origin], visitOf);
    await stopUnder(crowd, stopped.program);
    expect(crowd.failures).toEqual([]);
    expect(await stopped.program.exited).toBe(0);
  });

  test('an API that is stopped answers whatever has reached it, and the next one takes over', async () => {
    const servers: ApiServer[] = await Promise.all([startApi(), startApi()]);
    const [stopped] = servers;
    if (!stopped) throw new Error('Two servers were to start.');
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
  });
});
