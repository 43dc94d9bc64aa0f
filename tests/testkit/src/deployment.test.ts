import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { starts } from './debianPackages.ts';
import { findNginx, type RunningNginx, startNginx } from './nginx.ts';
import { publishApp } from './releases/fixtures.ts';

const run = promisify(execFile);
const cleanUps: (() => unknown)[] = [];

// On a new machine it is unpacked first, which takes longer than a test may.
beforeAll(async () => void (await findNginx()), 300_000);

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'site-deployment-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function startServer(listener: RequestListener): Promise<{ readonly origin: string; readonly server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => server.close().closeAllConnections());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** An origin at which nobody listens. */
async function nobody(): Promise<string> {
  const { origin, server } = await startServer(() => {});
  await new Promise((resolve) => server.close(resolve));
  return origin;
}

/** nginx with docs/deploy/nginx.conf; undefined if it is missing, which in CI is an error. */
async function proxyTo(...servers: readonly string[]): Promise<RunningNginx | undefined> {
  const program = await findNginx();
  if (!program && !process.env.CI) return undefined;
  const folder = await newFolder();
  const nginx = await startNginx({ program: program ?? 'nginx', servers, folder, addressHeader });
  cleanUps.push(() => nginx.stop());
  return nginx;
}

const addressHeader = 'x-test-address';
const html = { accept: 'text/html' };
const form = { method: 'POST', body: new URLSearchParams({ name: 'Ada' }) };

test('while no server answers, visitors get a page in their language, and never nginx’s own error', async () => {
  const nginx = await proxyTo(await nobody(), await nobody());
  if (!nginx) return;
  const ask = (path: string, init: RequestInit = {}) => fetch(nginx.origin + path, { headers: html, ...init });
  const expected = (name: string) => readFile(join(root, `docs/deploy/outage/${name}.html`), 'utf8');
  for (const [path, init, page] of [
    ['/fr/prix', {}, 'page-fr'],
    ['/es', {}, 'page-es'],
    ['/', { headers: { ...html, 'accept-language': 'fr-CA,en;q=0.5' } }, 'page-fr'],
    ['/essays', {}, 'page-en'],
    ['/es/contacto', form, 'form-es'],
    ['/assets/shell/shell.js', {}, 'page-en'],
  ] as const) {
    const response = await ask(path, init);
    expect([response.status, await response.text()], path).toEqual([503, await expected(page)]);
    expect(response.headers.get('retry-after'), path).toBe('5');
    expect(response.headers.get('cache-control'), path).toBe('no-store');
    expect(response.headers.get('x-request-id'), path).toMatch(/^\w{32}$/);
    expect(response.headers.get('content-security-policy'), path).toContain("default-src 'none'");
  }
  expect((await ask('/.outage/page-en.html')).status, 'it has no address of its own').toBe(404);
});

test('while the server starts, a page is nginx’s in the visitor’s language; forms and calls get what the server says, as always', async () => {
  const starting = await startServer((_, response) => response.writeHead(502).end('SITE-STARTING'));
  const limiting = (url = '') => (url.startsWith('/api/') ? 429 : 503);
  const well = await startServer(({ url }, response) => response.writeHead(limiting(url)).end('of the server'));
  const answer = async (nginx: RunningNginx | undefined, path: string, init: RequestInit = {}) => {
    const response = nginx && (await fetch(nginx.origin + path, { headers: html, ...init }));
    return [response?.status, await response?.text()];
  };
  const nginx = await proxyTo(starting.origin);
  if (!nginx) return;
  const page = await readFile(join(root, 'docs/deploy/outage/page-fr.html'), 'utf8');
  expect(await answer(nginx, '/fr/prix')).toEqual([503, page]);
  expect(await answer(nginx, '/fr/contact', form)).toEqual([502, 'SITE-STARTING']);
  expect(await answer(nginx, '/api/v1/blog/fr')).toEqual([502, 'SITE-STARTING']);
  const other = await proxyTo(well.origin);
  for (const [path, init] of [['/fr/prix'], ['/fr/contact', form], ['/fr/blog?q=Ada']] as const)
    expect(await answer(other, path, init), path).toEqual([503, 'of the server']);
  expect(await answer(other, '/api/v1/contact', form)).toEqual([429, 'of the server']);
});

test('nginx’s logs never contain a visitor’s words, whatever goes wrong', async () => {
  const { origin } = await startServer((_, response) => response.end('well'));
  const nginx = await proxyTo(await nobody(), origin);
  if (!nginx) return;
  const headers = { ...html, [addressHeader]: '203.0.113.7', referer: 'https://www.example.com/?a=secret-words' };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${nginx.origin}${path}?message=secret-words`, { headers, ...init }).then(({ status }) => status);
  // A server that is down, too many forms, too large headers, and a too large body.
  expect(await ask('/en/pricing')).toBe(200);
  const posts = await Promise.all([...Array(60)].map(() => ask('/en/contact', { ...form, headers })));
  expect(posts).toContain(429);
  expect(await ask('/en', { headers: { ...headers, cookie: 'x'.repeat(40_000) } })).toBe(431);
  expect(await ask('/fr/contact', { method: 'POST', headers, body: 'x'.repeat(300_000) })).toBe(413);
  expect(nginx.log(), 'it has seen these requests').toMatch(/203\.0\.113\.7.*secret-words/);
  const kept = async (file: string) => await readFile(join(nginx.folder, file), 'utf8');
  expect(await kept('error.log')).not.toMatch(/secret-words|203\.0\.113\.7/);
  const requests = await kept('site.log');
  expect(requests).toContain('"path":"/en/contact"');
  expect(requests, 'why a server gave no answer').toMatch(/"serverStatus":"502, 200"/);
  expect(requests).not.toContain('secret-words');
});

test('each of nginx’s servers logs without queries, into files that are removed in time', async () => {
  const [site = '', main = '', rotation = ''] = await Promise.all(
    ['nginx.conf', 'nginx-main.conf', 'logrotate-nginx'].map((name) =>
      readFile(join(root, 'docs/deploy', name), 'utf8'),
    ),
  );
  const servers = site.split(/^server \{/m).slice(1);
  expect(servers).toHaveLength(2);
  for (const server of servers) expect(server).toMatch(/^ {4}access_log \/var\/log\/nginx\/site\.log site;$/m);
  const files = [...`${site}${main}`.matchAll(/^ *(?:access|error)_log (\S+?)[ ;]/gm)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(2);
  expect(rotation).toContain('\n/var/log/nginx/*.log {');
  for (const file of files) expect(file).toMatch(/^\/var\/log\/nginx\/[\w-]+\.log$/);
});

test('a form that a server may have received is not sent to another one, and its sender is told; a page request is', async () => {
  const seen: string[] = [];
  const dying = await startServer(({ method, url, socket }, response) => {
    if (method === 'HEAD') return void response.end();
    seen.push(`${method} ${url}`);
    socket.destroy();
  });
  const well = await startServer((_, response) => response.setHeader('x-request-id', 'of-the-server').end('well'));
  const nginx = await proxyTo(dying.origin, well.origin);
  if (!nginx) return;
  // nginx uses the servers in turn.
  const post = () => fetch(`${nginx.origin}/en/contact`, { ...form, headers: html });
  const statuses = [(await post()).status, (await post()).status, (await post()).status];
  expect(statuses.toSorted()).toEqual([200, 200, 503]);
  expect(seen).toEqual(['POST /en/contact']);
  const page = await fetch(`${nginx.origin}/en/pricing`);
  expect([page.status, page.headers.get('x-request-id'), await page.text()]).toEqual([200, 'of-the-server', 'well']);
});

test('a visitor who sends too many forms is asked to slow down; one who only reads is not', async () => {
  const { origin } = await startServer((_, response) => response.end('well'));
  const nginx = await proxyTo(origin, origin);
  if (!nginx) return;
  const statuses = async (init: RequestInit) => {
    const answers = await Promise.all([...Array(60)].map(() => fetch(`${nginx.origin}/en/contact`, init)));
    return answers.map(({ status }) => status);
  };
  expect(new Set(await statuses({}))).toEqual(new Set([200]));
  const posts = await statuses({ ...form, headers: html });
  expect(new Set(posts)).toEqual(new Set([200, 429]));
  expect(posts.filter((status) => status === 200).length).toBeGreaterThanOrEqual(30);
  const refused = await Promise.all(
    [...Array(9)].map(() => fetch(`${nginx.origin}/es/contacto`, { ...form, headers: html })),
  );
  const [last] = refused.filter(({ status }) => status === 429);
  expect(last?.headers.get('retry-after')).toBe('60');
  expect(await last?.text()).toContain('Espera un minuto y envíalo de nuevo.');
});

test.each([
  ['compressed', (host: number) => `2001:db8::${host.toString(16)}`],
  ['whole', (host: number) => `2001:0db8:0000:0000:0000:0000:0000:${host.toString(16).padStart(4, '0')}`],
  ['compressed in its second half', (host: number) => `2001:db8:1:2::${host.toString(16)}`],
  ['uncompressed, of another network', (host: number) => `2001:db8:1:3:4:5:6:${host.toString(16)}`],
])('a sender with many IPv6 addresses of one network is one sender: %s', async (_, addressOf) => {
  const { origin } = await startServer((_, response) => response.end('well'));
  const nginx = await proxyTo(origin, origin);
  if (!nginx) return;
  const post = async (address: string) =>
    (await fetch(`${nginx.origin}/en/contact`, { ...form, headers: { ...html, [addressHeader]: address } })).status;
  const posts = await Promise.all(Array.from({ length: 80 }, (_, host) => post(addressOf(host + 1))));
  expect(posts.filter((status) => status === 429).length, 'of 80').toBeGreaterThan(20);
  for (const other of ['2001:db8:0:1::1', '2001:db8::1:0:0:0:1', '192.0.2.1', '::ffff:192.0.2.2', '::ffff:192.0.2.3'])
    expect(await post(other), other).toBe(200);
});

test('senders with IPv4 addresses are told apart, even if nginx sees them as IPv6', async () => {
  const { origin } = await startServer((_, response) => response.end('well'));
  const nginx = await proxyTo(origin, origin);
  if (!nginx) return;
  for (const prefix of ['192.0.2.', '::ffff:198.51.100.']) {
    const posts = Array.from({ length: 80 }, async (_, host) => {
      const headers = { ...html, [addressHeader]: prefix + (host + 1) };
      return (await fetch(`${nginx.origin}/en/contact`, { ...form, headers })).status;
    });
    expect(new Set(await Promise.all(posts)), prefix).toEqual(new Set([200]));
  }
});

test('nginx removes the cookies of a visitor who got too many from a script', async () => {
  const { origin } = await startServer((_, response) => response.end('well'));
  const nginx = await proxyTo(origin, origin);
  if (!nginx) return;
  const cookie = Array.from({ length: 8 }, (_, index) => `c${index}=${'x'.repeat(4_000)}`).join('; ');
  const { status, headers } = await fetch(`${nginx.origin}/en`, { headers: { cookie } });
  expect([status, headers.get('clear-site-data'), headers.get('cache-control')]).toEqual([
    431,
    '"cookies"',
    'no-store',
  ]);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

const units = globSync('*.{service,timer}', { cwd: join(root, 'docs/deploy') });

test.each(units.filter((name) => name.endsWith('.service')))('systemd accepts %s, and its timer', async (name) => {
  if (!(await starts('systemd-analyze', '--version'))) return;
  const folder = await newFolder();
  const files = units.filter((unit) => unit.split('.')[0] === name.split('.')[0]);
  for (const file of files) {
    const unit = await readFile(join(root, 'docs/deploy', file), 'utf8');
    await writeFile(join(folder, file), unit.replaceAll('/srv/site/node_modules/.bin/node', process.execPath));
  }
  // Unknown settings and invalid values are reported only on standard error.
  const paths = files.map((file) => join(folder, file));
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...paths]);
  expect(stdout + stderr).toBe('');
});

test('shellcheck finds nothing in the scripts that install and update', async () => {
  if (!(await starts('shellcheck', '--version'))) return;
  const scripts = globSync('docs/deploy/*.sh', { cwd: root });
  expect(scripts).toContain('docs/deploy/update.sh');
  const { stdout } = await run('shellcheck', ['--external-sources', ...scripts], { cwd: root });
  expect(stdout).toBe('');
});

test.each([
  ['of a store', 0o2775],
  ['of an app, in someone else’s store', 0o755],
])('what one member of the group %s publishes, the others can remove', async (_, mode) => {
  const store = await newFolder();
  await chmod(store, mode);
  await mkdir(join(store, 'blog'));
  // A group other than the publisher's, if there is one.
  const own = process.getgid?.() ?? 0;
  const group = process.getuid?.() === 0 ? own + 1 : (process.getgroups?.().find((id) => id !== own) ?? own);
  await chown(join(store, 'blog'), -1, group);
  await chmod(join(store, 'blog'), 0o2775);
  await publishApp(new FolderStore(store), { version: 'version-1' });
  for (const folder of ['blog/version-1', 'blog/version-1/web', 'blog/version-1/server']) {
    const { mode, gid } = await stat(join(store, folder));
    expect([(mode & 0o777).toString(8), gid], folder).toEqual(['775', group]);
  }
});
