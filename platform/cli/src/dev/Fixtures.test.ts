import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { Fixtures } from './Fixtures.ts';

const asked: string[] = [];
const printed: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let api: ReturnType<typeof createServer>;
let address: string;
let folder: string;

beforeEach(async () => {
  asked.length = 0;
  printed.length = 0;
  answer = (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"title":"A fair"},{"id":2}]');
  api = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(request, response);
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(api.address() as AddressInfo).port}/public/`;
  folder = await newFolder();
});

afterEach(() => {
  api.closeAllConnections();
  api.close();
});

const fixtures = (to = address, secrets: Readonly<Record<string, string>> = {}) =>
  new Fixtures({
    folders: [folder],
    record: { 'our-events': { address: to, folder } },
    secret: (name) => secrets[name],
    print: (line) => printed.push(line),
  });

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());

test('what has no fixture is asked for once, with the token of the environment, and becomes one', async () => {
  const recording = fixtures(address, { REMOTE_API_OUR_EVENTS: 'a-token' });
  const read = () => recording.read('our-events', 'v1/upcoming?city=london');
  const [first, second] = await Promise.all([read(), read()]);
  expect(first).toBe('[\n  {\n    "title": "A fair"\n  },\n  {\n    "id": 2\n  }\n]\n');
  expect([second, await read()]).toEqual([first, first]);
  expect(await recording.read('our-events', 'v1/upcoming?city=paris'), 'whatever the query').toBe(first);
  expect(asked).toEqual(['GET /public/v1/upcoming?city=london Bearer a-token']);
  expect(await readFile(join(folder, 'fixtures/our-events/v1/upcoming.json'), 'utf8')).toBe(first);
  expect(printed).toEqual(['Recorded fixtures/our-events/v1/upcoming.json']);
  expect(await files()).toHaveLength(1);
});

test('a fixture that is there answers, and one that appears meanwhile stays', async () => {
  await mkdir(join(folder, 'fixtures/our-events'), { recursive: true });
  await writeFile(join(folder, 'fixtures/our-events/known.json'), '"by hand"');
  expect(await fixtures().read('our-events', 'known')).toBe('"by hand"');
  expect(asked).toEqual([]);
  const { answer: usual } = { answer };
  answer = (request, response) =>
    void writeFile(join(folder, 'fixtures/our-events/late.json'), '"by hand"').then(() => usual(request, response));
  expect(await fixtures().read('our-events', 'late')).toBe('"by hand"');
  expect(printed).toEqual([expect.stringContaining('fixtures/our-events/late.json by now, which stays')]);
  expect(await files()).toHaveLength(2);
});

test.each<[string, typeof answer, string]>([
  ['fails', (_, response) => response.writeHead(500).end('secret'), 'status 500'],
  ['knows nothing of it', (_, response) => response.writeHead(404).end('secret'), 'status 404'],
  ['leads elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(), 'status 302'],
  [
    'answers with a page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    'text/html',
  ],
  [
    'answers with half of it',
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('['),
    'not JSON',
  ],
  ['closes the connection', (_, response) => response.destroy(), 'can’t be reached'],
])('an answer of an API that %s is shown, and not recorded', async (_, fault, reason) => {
  answer = fault;
  expect(await fixtures().read('our-events', 'find?q=typed')).toBeUndefined();
  expect(printed).toEqual([expect.stringMatching(new RegExp(`^SITE-RECORD our-events/find .*${reason}`))]);
  expect(printed.join()).not.toMatch(/secret|typed/);
  expect(await files()).toEqual([]);
});

test('nothing is written outside of the remote, and no token sent where others read it', async () => {
  const elsewhere = await newFolder();
  await mkdir(join(folder, 'fixtures'));
  await symlink(elsewhere, join(folder, 'fixtures/our-events'));
  expect(await fixtures().read('our-events', 'upcoming')).toBeUndefined();
  expect(await readdir(elsewhere)).toEqual([]);
  expect(printed).toEqual([expect.stringContaining('is outside of its remote')]);
  const insecure = fixtures('http://api.example.com/', { REMOTE_API_OUR_EVENTS: 'a-token' });
  expect(await insecure.read('our-events', 'other')).toBeUndefined();
  expect(printed[1]).toContain('https addresses alone');
});

test('an API that isn’t recorded has what is there, and is asked nothing', async () => {
  expect(await fixtures().read('orders', 'all')).toBeUndefined();
  expect(await fixtures().read('constructor', 'all')).toBeUndefined();
  expect([asked, printed]).toEqual([[], []]);
});
