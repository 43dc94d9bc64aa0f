import { goodMessage } from '@site/testkit/api/testApi.ts';
import { Image, imageUser } from '@site/testkit/deploy/Image.ts';
import { everyAddress } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import getPort from 'get-port';
import { expect, test } from '../support/serverTest.ts';
import { testPods } from './testPods.ts';

// One image for all.
test.describe.configure({ mode: 'default', timeout: 900_000 });

let image: Image;

test.beforeAll(async () => {
  test.setTimeout(900_000);
  const obstacle = await Image.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: other machines run no containers
  test.skip(obstacle !== undefined, obstacle);
  image = await Image.build(testedReleases);
});

test.afterAll(() => image?.remove());

const freePort = async () => String(await getPort({ host: '127.0.0.1' }));

const isReady = (origin: string) =>
  ask({ origin }, '/readyz').then(
    ({ status }) => status,
    () => 0,
  );

test('the image of docs/deploy/Containerfile serves the whole site, as a user without rights who can’t write to its root', async () => {
  const port = await freePort();
  const settings = { PORT: port, HOST: '127.0.0.1', SITE_ORIGIN: 'https://www.example.com' };
  const site = { origin: `http://127.0.0.1:${port}` };
  const container = await image.start(settings);
  const inside = (...command: readonly string[]) => image.run(container, ...command);

  await test.step('it serves every page, and renders behind a wall', async () => {
    await expect.poll(() => isReady(site.origin), { timeout: 60_000 }).toBe(200);
    // One after the other: a server that has just started refuses what a busy machine can't render in time. It
    // has no news.
    const missing = ['notFound', 'article'];
    for (const { page, path } of everyAddress)
      expect((await ask(site, path)).status, path).toBe(missing.includes(page) ? 404 : 200);
    expect(JSON.parse((await ask(site, '/readyz')).body)).toMatchObject({ wall: expect.stringContaining('isolate') });
  });
  await test.step('it can write its data, and nothing else', async () => {
    const form = new URLSearchParams({ ...goodMessage, subject: 'To a container' });
    const { status } = await ask(site, '/en/contact', { method: 'POST', body: form, redirect: 'manual' });
    expect(status).toBe(303);
    expect(await inside('site', 'messages', 'list')).toContain('To a container');
    await expect(inside('touch', '/site/file')).rejects.toThrow('Read-only file system');
    expect(await inside('id', '-u')).toBe(String(imageUser));
  });
  await test.step('its health check fails when the server does not answer', async () => {
    const check = await image.healthCheck();
    await inside(...check);
    await expect(inside('env', `PORT=${await freePort()}`, ...check)).rejects.toThrow('Command failed');
  });
  await test.step('the API is in it, too', async () => {
    const apiPort = await freePort();
    await image.start({ PORT: apiPort, HOST: '127.0.0.1', DATA_DIR: '/data/api' }, 'api/src/main.ts');
    await expect.poll(() => isReady(`http://127.0.0.1:${apiPort}`), { timeout: 60_000 }).toBe(200);
  });
  await test.step('it is small, and says what is in it', async () => {
    expect(Number.parseInt(await inside('du', '--summarize', '--bytes', '/site'), 10)).toBeLessThan(120 * 1024 * 1024);
    const { components } = JSON.parse(await inside('cat', 'sbom.json')) as {
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    expect(components).toContainEqual(expect.objectContaining({ name: 'fastify', version: expect.any(String) }));
  });
});

test('the same sources, built in another folder and at another time, are the same image', async () => {
  const [first, second] = await image.digests();
  expect(first).toMatch(/^sha256:/);
  expect(second).toBe(first);
});

test.describe('on Kubernetes', testPods);
