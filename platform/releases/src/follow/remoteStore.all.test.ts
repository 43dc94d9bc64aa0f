import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, rstest, test } from '@rstest/core';
import { buildApp, contentOf, newFolder, writeFiles } from '@site/testkit/releases/fixtures.ts';
import { policyFor } from '@site/testkit/releases/policyFor.ts';
import { HttpStore } from '../store/HttpStore.ts';
import { ReleaseFollower } from './ReleaseFollower.ts';

const opened: ReleaseFollower[] = [];
const servers: Server[] = [];

afterEach(() => {
  for (const releases of opened.splice(0)) releases.close();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A store in which a shell and some remotes are live. */
async function newStore(remotes = ['blog'], parts = 40): Promise<string> {
  const store = await newFolder();
  for (const name of ['shell', ...remotes]) {
    const files = Object.fromEntries([...Array(parts).keys()].map((file) => [`web/part-${file}.js`, `// ${file}`]));
    await buildApp(join(store, name, 'version-1'), { name, extra: files, publicPath: `/assets/${name}/version-1/` });
    const pointer = { version: 'version-1', since: '2030-01-01T00:00:00Z', previous: [] };
    await writeFiles(store, { [`${name}/current.json`]: JSON.stringify(pointer) });
  }
  return store;
}

/** An origin that serves a folder, as long as `answer` is undefined; counts its requests. */
class Origin {
  answer: ((response: ServerResponse) => unknown) | undefined;
  latency = 0;
  most = 0;
  requests = 0;
  location = '';
  #running = 0;

  static async of(folder: string): Promise<Origin> {
    const origin = new Origin();
    const files = await contentOf(folder);
    const server = createServer(async ({ url = '' }, response) => {
      origin.requests += 1;
      origin.#running += 1;
      origin.most = Math.max(origin.most, origin.#running);
      response.once('close', () => {
        origin.#running -= 1;
      });
      if (origin.answer) return void origin.answer(response);
      await delay(origin.latency);
      const content = files[url.slice(1)];
      if (content === undefined) response.writeHead(404).end();
      else response.end(content);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin.location = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return origin;
  }
}

async function open({ location }: Origin, copies: string, waitsForStore = false) {
  const log = { info: rstest.fn(), warn: rstest.fn(), error: rstest.fn() };
  const limits = { poll: { folder: 50, http: 50, s3: 50 }, retry: 50, earlierVersions: 2 };
  const following = ReleaseFollower.open({
    store: new HttpStore(location, 1_000),
    copies,
    reports: copies,
    policy: policyFor('blog'),
    origins: [],
    limits,
    waitsForStore,
    log,
    onUnusable: () => {},
  });
  following.then(
    (releases) => opened.push(releases),
    () => {},
  );
  const lines = () =>
    [log.error, log.warn]
      .flatMap((method) => method.mock.calls)
      .map((call) => String(call.at(-1)))
      .filter((line) => line.startsWith('SITE-STORE'));
  return { following, lines };
}

test('a first start copies the files of all releases in parallel, and doesn’t flood the store', async () => {
  const origin = await Origin.of(await newStore());
  origin.latency = 20;
  const { following } = await open(origin, await newFolder());
  expect((await following).current().signature).toMatch(/^shell@version-1 blog@version-1 /);
  expect(origin.most).toBeGreaterThan(8);
  expect(origin.most).toBeLessThanOrEqual(16);
});

test.each([
  ['hangs', () => {}],
  ['breaks', (response: ServerResponse) => response.destroy()],
])('a server with copies shows them at once, even if the store %s', async (_, answer) => {
  const origin = await Origin.of(await newStore());
  const copies = await newFolder();
  (await (await open(origin, copies)).following).close();
  origin.answer = answer;
  const asked = origin.requests;
  const { following } = await open(origin, copies);
  expect((await following).current().signature).toMatch(/^shell@version-1 blog@version-1 /);
  expect(origin.requests - asked, 'nothing had to be asked first').toBeLessThanOrEqual(3);
});

test('after a restart, a site of many remotes is composed a few times, not once for each of them', async () => {
  const names = Array.from({ length: 12 }, (_, number) => `remote-${number}`);
  const store = new HttpStore((await Origin.of(await newStore(names, 1))).location, 1_000);
  const copies = await newFolder();
  let readings = 0;
  let looks = 0;
  const policy = new Proxy(policyFor(...names), {
    get: (target, key) => {
      if (key === 'menu') readings += 1;
      return Reflect.get(target, key);
    },
  });
  const start = async () => {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const limits = { poll: { folder: 50, http: 50, s3: 50 }, retry: 50, earlierVersions: 2 };
    const onStoreRead = () => {
      looks += 1;
    };
    const others = { limits, origins: [], log, onUnusable: () => {}, onStoreRead };
    const follower = await ReleaseFollower.open({ store, copies, reports: copies, policy, ...others });
    opened.push(follower);
    return follower;
  };
  (await start()).close();
  const composing = readings;
  [readings, looks] = [0, 0];
  const follower = await start();
  await expect.poll(() => looks).toBeGreaterThan(3);
  expect(follower.current().remotes.size).toBe(names.length);
  expect(readings, 'with its copies, and with what the store has').toBeLessThanOrEqual(4 * composing);
});

test('a server without copies waits for an unreachable store, says why, and says once that it is back', async () => {
  const origin = await Origin.of(await newStore());
  origin.answer = (response) => response.writeHead(403).end();
  const { following, lines } = await open(origin, await newFolder(), true);
  await expect.poll(() => origin.requests).toBeGreaterThan(6);
  expect(lines()).toEqual([expect.stringMatching(/^SITE-STORE RELEASE-STORE-FORBIDDEN .* status 403/)]);
  origin.answer = undefined;
  expect((await following).current().signature).toMatch(/^shell@version-1 blog@version-1 /);
  expect(lines().slice(1)).toEqual(['SITE-STORE Everything in the store can be read again.']);
});

test.each<[string, string, (response: ServerResponse) => unknown]>([
  ['breaks', 'RELEASE-STORE-REFUSED', (response) => response.destroy()],
  ['hangs', 'RELEASE-STORE-TIMEOUT', () => {}],
  ['is forbidden', 'RELEASE-STORE-FORBIDDEN', (response) => response.writeHead(401).end()],
  ['is a website', 'RELEASE-STORE-CONTENT', (response) => response.end('<!doctype html>')],
])('a program that doesn’t wait says exactly what is wrong when the store %s', async (_, code, answer) => {
  const origin = await Origin.of(await newStore());
  origin.answer = answer;
  await expect((await open(origin, await newFolder())).following).rejects.toMatchObject({ code });
});

test('for a store without a shell, the error says how to publish one', async () => {
  const origin = await Origin.of(await newFolder());
  const { following } = await open(origin, await newFolder(), true);
  await expect(following).rejects.toMatchObject({ code: 'SITE-BUILD' });
});
