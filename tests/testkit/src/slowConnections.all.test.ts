import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@rstest/core';
import { findNginx, type RunningNginx, startNginx } from './nginx.ts';

const run = promisify(execFile);
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const addressHeader = 'x-test-address';

/** A path that the site answers slowly. */
const slowPath = '/slow';

/** nginx with the documented files, over TLS; undefined if it is missing, which in CI is an error. */
async function nginxOverTls(): Promise<RunningNginx | undefined> {
  const program = await findNginx();
  if (!program && !process.env.CI) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'site-slow-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const certificate = { file: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const files = ['-out', certificate.file, '-keyout', certificate.key];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=www.example.com', ...files]);
  const site = createServer((message, response) => {
    if (message.url !== slowPath) response.end('well');
  });
  const servers = [await listening(site)];
  const nginx = await startNginx({ program: program ?? 'nginx', servers, folder, certificate, addressHeader });
  cleanUps.push(() => nginx.stop());
  return nginx;
}

/** Starts a server until the end of the test; returns its origin. */
async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanUps.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Keeps a number of connections open until the end of the test: one that is closed is opened again. */
function hold(count: number, open: () => Socket): void {
  let isOver = false;
  const sockets = new Set<Socket>();
  const openOne = () => {
    const socket = open();
    sockets.add(socket);
    socket
      .on('error', () => {})
      .once('close', () => {
        sockets.delete(socket);
        if (!isOver) setTimeout(openOne, 20);
      });
  };
  for (let number = 0; number < count; number += 1) openOne();
  cleanUps.push(() => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  });
}

/** Opens a TLS connection that sends something as soon as it can. */
function sayOverTls(port: number, said: string): TLSSocket {
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.write(said);
  return socket;
}

/** Opens a connection that sends only the first bytes of a TLS handshake. */
function beginHandshake(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(beginOfHandshake);
  return socket;
}

/** The status that a new visitor gets at an address; 0 for none within three seconds. */
async function visit(nginx: RunningNginx, address = '192.0.2.1'): Promise<number> {
  try {
    const options = { agent: false, rejectUnauthorized: false, headers: { [addressHeader]: address } } as const;
    const asked = request(`${nginx.origin}/en`, { ...options, signal: AbortSignal.timeout(3_000) });
    const [response] = await once(asked.end(), 'response');
    await text(response);
    return response.statusCode;
  } catch {
    return 0;
  }
}

const portOf = ({ origin }: RunningNginx): number => Number(new URL(origin).port);

/** The first bytes of a TLS handshake, which promise more. */
const beginOfHandshake = Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]);

test('an address that opens 1,700 slow connections doesn’t keep other visitors out', async () => {
  const nginx = await nginxOverTls();
  if (!nginx) return;
  const port = portOf(nginx);
  let slow = 0;
  hold(200, () => beginHandshake(port));
  hold(1_700, () =>
    sayOverTls(port, 'GET /en HTTP/1.1\r\nHost: www.example.com\r\nCookie: a').once('secureConnect', () => (slow += 1)),
  );
  // Nearly as many as the distribution's own nginx.conf allows.
  await expect.poll(() => slow, { timeout: 20_000 }).toBeGreaterThan(1_300);
  const statuses = await Promise.all(Array.from({ length: 40 }, () => visit(nginx)));
  expect(statuses).toEqual(Array(40).fill(200));
}, 60_000);

test('a client that stops sending is disconnected within ten seconds, in the handshake and in the headers', async () => {
  const nginx = await nginxOverTls();
  if (!nginx) return;
  const port = portOf(nginx);
  const slow = [beginHandshake(port), sayOverTls(port, 'GET /en HTTP/1.1\r\n')];
  // A reset also counts as the end.
  await Promise.all(slow.map((socket) => new Promise((end) => socket.resume().on('error', end).on('close', end))));
  // nginx's own default, a minute, is longer than this test may take.
}, 20_000);

test('an address with hundreds of requests at a time is asked to wait; others are not', async () => {
  const nginx = await nginxOverTls();
  if (!nginx) return;
  const head = [`GET ${slowPath} HTTP/1.1`, 'Host: www.example.com', `${addressHeader}: 2001:db8:1:2::1`];
  hold(240, () => sayOverTls(portOf(nginx), `${head.join('\r\n')}\r\n\r\n`));
  await expect.poll(() => visit(nginx, '2001:db8:1:2:3:4:5:6'), { timeout: 8_000 }).toBe(429);
  for (const other of ['2001:db8:1:3::1', '192.0.2.7']) expect(await visit(nginx, other), other).toBe(200);
}, 30_000);

test.each([
  ['one of two servers', 2],
  ['a process of the only server', 1],
])(
  'while %s hangs, a page takes five seconds at most; forms and searches that take longer are sent once',
  async (_, count) => {
    const program = await findNginx();
    if (!program && !process.env.CI) return;
    const folder = await mkdtemp(join(tmpdir(), 'site-hung-'));
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    const seen: string[] = [];
    let hung: Socket | undefined;
    const server = (hangs: (socket: Socket) => boolean) =>
      createServer(({ method, url = '', socket }, response) => {
        seen.push(`${method} ${url}`);
        if (method === 'POST' || url.includes('?')) setTimeout(() => response.end('well'), 6_000);
        else if (!hangs(socket)) response.end('well');
      });
    // Clients with a connection to the process that hangs still send requests there; a new connection is accepted by another process.
    const first = server((socket) => {
      hung ??= socket;
      return count === 2 || socket === hung;
    });
    const others = count === 1 ? [] : [await listening(server(() => false))];
    const servers = [await listening(first), ...others];
    const nginx = await startNginx({ program: program ?? 'nginx', servers, folder });
    cleanUps.push(() => nginx.stop());
    const ask = async (path: string, init: RequestInit = {}) => (await fetch(nginx.origin + path, init)).status;
    const slow = Promise.all([ask('/en/contact', { method: 'POST', body: 'name=Ada' }), ask('/en/blog?q=Ada')]);
    const begun = performance.now();
    const pages = await Promise.all(Array.from({ length: 20 }, (_, page) => ask(`/en/${page}`)));
    const time = performance.now() - begun;
    expect([pages, await slow]).toEqual([Array(20).fill(200), [200, 200]]);
    expect(time, 'one has hung').toBeGreaterThan(4_900);
    expect(time).toBeLessThan(10_000);
    expect(seen.filter((request) => /POST|\?/.test(request)).toSorted()).toEqual([
      'GET /en/blog?q=Ada',
      'POST /en/contact',
    ]);
  },
  40_000,
);
