import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from '@rstest/core';
import { root } from '@site/kit/build/bundles/project.ts';
import { starts } from '@site/kit/debianPackages.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { findNginx, type RunningNginx, startNginx } from './nginx.ts';
import { publishApp } from './releases/fixtures.ts';

const run = promisify(execFile);
const cleanUps: (() => unknown)[] = [];

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

/** nginx with docs/deploy/nginx.conf; undefined where there is none, outside of CI. */
async function proxyTo(...servers: readonly [string, string]): Promise<RunningNginx | undefined> {
  const program = await findNginx();
  if (!program && !process.env.CI) return undefined;
  const nginx = await startNginx({ program: program ?? 'nginx', servers, folder: await newFolder() });
  cleanUps.push(() => nginx.stop());
  return nginx;
}

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

test('a form that a server may have seen goes to no other one, and its sender is told; a page does', async () => {
  const seen: string[] = [];
  const dying = await startServer(({ method, url, socket }, response) => {
    if (method === 'HEAD') return void response.end();
    seen.push(`${method} ${url}`);
    socket.destroy();
  });
  const well = await startServer((_, response) => response.setHeader('x-request-id', 'of-the-server').end('well'));
  const nginx = await proxyTo(dying.origin, well.origin);
  if (!nginx) return;
  // nginx turns to one after the other.
  const post = () => fetch(`${nginx.origin}/en/contact`, { ...form, headers: html });
  const statuses = [(await post()).status, (await post()).status, (await post()).status];
  expect(statuses.toSorted()).toEqual([200, 200, 503]);
  expect(seen).toEqual(['POST /en/contact']);
  const page = await fetch(`${nginx.origin}/en/pricing`);
  expect([page.status, page.headers.get('x-request-id'), await page.text()]).toEqual([200, 'of-the-server', 'well']);
});

test('a visitor who sends forms without end is asked to slow down; one who reads is not', async () => {
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
});

test.each(['site.service', 'site-api.service', 'site@.service', 'site-store.service'])(
  'systemd accepts %s',
  async (name) => {
    if (!(await starts('systemd-analyze', '--version'))) return;
    const folder = await newFolder();
    const unit = await readFile(join(root, 'docs/deploy', name), 'utf8');
    const file = join(folder, name.replace('@', '@3001'));
    await writeFile(file, unit.replaceAll('/srv/site/node_modules/.bin/node', process.execPath));
    // Unknown settings, and values that can't be read, are on standard error alone.
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
    expect(stdout + stderr).toBe('');
  },
);

test('the shell can read every command in docs/deploy.md', async () => {
  const page = await readFile(join(root, 'docs/deploy.md'), 'utf8');
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(8);
  for (const block of blocks) await expect(run('sh', ['-n', '-c', block]), block).resolves.toBeDefined();
});

test.each([
  ['of a store', 0o2775],
  ['of an app, in a store that is somebody else’s', 0o755],
])('what one member of the group %s publishes, the others can remove', async (_, mode) => {
  const store = await newFolder();
  await chmod(store, mode);
  await mkdir(join(store, 'blog'));
  await chmod(join(store, 'blog'), 0o2775);
  await publishApp(new FolderStore(store), { version: 'version-1' });
  for (const folder of ['blog/version-1', 'blog/version-1/web', 'blog/version-1/server'])
    expect((await stat(join(store, folder))).mode & 0o2775, folder).toBe(0o2775);
});
