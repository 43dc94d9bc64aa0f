import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findNginx, startNginx } from '@site/testkit/nginx.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { startApi } from '@site/testkit/site/servers.ts';
import { expect, test } from '../releases/faultTest.ts';

/** A line of a log in JSON. */
type Line = Readonly<Record<string, unknown>>;

const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

const info = { LOG_LEVEL: 'info' };
const strangers = {
  'x-request-id': 'f'.repeat(32),
  traceparent: `00-${'e'.repeat(32)}-00f067aa0ba902b7-01`,
  tracestate: 'stranger=1',
};

test('one id leads from nginx through the server and its renderer to the API, and visitors can’t choose it', async ({
  startOwnProcess,
  store,
}) => {
  const program = await findNginx();
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, nginx is optional
  test.skip(!program && !process.env.CI, 'Needs nginx.');
  const folder = await temporaryFolder('request-id');
  const broken = await addVariant(store, 'marketing', {
    server: {
      page: '{ ...page, component: () => { console.log("printed while rendering"); throw new Error("broken"); } }',
    },
  });
  await setLive(store, 'marketing', broken);
  const api = await startApi(info);
  const site = await startOwnProcess({
    releases: store,
    environment: { ...info, API_ORIGIN: api.origin, SITE_ORIGIN: 'https://www.example.com' },
  });
  const nginx = await startNginx({ program: program ?? 'nginx', servers: [site.origin, site.origin], folder });
  try {
    const askFor = async (path: string, init: RequestInit = {}) => {
      const { headers } = await ask(nginx, path, { ...init, headers: { ...strangers, ...init.headers } });
      const id = headers.get('x-request-id') ?? '';
      expect(id).toMatch(/^[\da-f]{32}$/);
      expect(Object.values(strangers).join()).not.toContain(id);
      const access = () => readFile(join(folder, 'site.log'), 'utf8');
      await expect.poll(access).toContain(id);
      const ofRequest = (log: string) =>
        linesOf(log).filter(
          ({ reqId, requests }) => reqId === id || (Array.isArray(requests) && requests.includes(id)),
        );
      await expect.poll(() => ofRequest(site.output()).map(({ msg }) => msg)).toContain('answered');
      return {
        nginx: ofRequest(await access()),
        // Programs write their lines a moment after they answer.
        site: () => ofRequest(site.output()),
        api: () => ofRequest(api.program.output()),
      };
    };

    await test.step('a page with news', async () => {
      const logs = await askFor(`${addresses.fr.blog}?name=Lovelace`);
      expect(logs.nginx).toMatchObject([{ method: 'GET', path: addresses.fr.blog, status: 200 }]);
      await expect.poll(logs.site).toMatchObject([
        { msg: 'rendered', page: 'blog', outcome: 'view', release: expect.stringMatching(/^blog@/) },
        { msg: 'answered', kind: 'page', path: addresses.fr.blog, status: 200 },
      ]);
      await expect.poll(logs.api).toMatchObject([{ msg: 'answered', path: '/api/v1/blog/:lang', status: 200 }]);
    });

    await test.step('the same page from memory', async () => {
      // Pages of a site with an API elsewhere are rendered again every few seconds.
      await expect(async () => {
        const logs = await askFor(addresses.fr.blog);
        expect(logs.site()).toMatchObject([{ msg: 'answered', path: addresses.fr.blog, cached: true }]);
        expect(logs.api()).toEqual([]);
      }).toPass({ timeout: 30_000 });
    });

    await test.step('an address with what a visitor has typed', async () => {
      const logs = await askFor('/en/blog/Ada-Lovelace');
      await expect.poll(logs.site).toContainEqual(expect.objectContaining({ msg: 'answered', path: '/en/blog/:slug' }));
      // The 404 page names the latest article.
      await expect.poll(logs.api).toMatchObject([
        { path: '/api/v1/blog/:lang/r/:slug', status: 404 },
        { path: '/api/v1/blog/:lang', status: 200 },
      ]);
    });

    await test.step('a message, with and without scripts', async () => {
      const form = await askFor(addresses.en.contact, {
        method: 'POST',
        body: new URLSearchParams({ name: 'Lovelace' }),
      });
      await expect
        .poll(form.site)
        .toContainEqual(expect.objectContaining({ msg: 'answered', method: 'POST', status: 422 }));
      const headers = { 'content-type': 'application/json' };
      const call = await askFor('/api/v1/contact', { method: 'POST', headers, body: '{}' });
      await expect.poll(call.api).toMatchObject([{ method: 'POST', path: '/api/v1/contact', status: 403 }]);
    });

    await test.step('a page that fails, with what its code prints', async () => {
      const logs = await askFor(addresses.en.pricing);
      const said = () => JSON.stringify(logs.site());
      for (const part of ['printed while rendering', '"outcome":"failed"', '"answered"'])
        await expect.poll(said).toContain(part);
    });

    for (const log of [site.output(), api.program.output()])
      for (const secret of ['Lovelace', 'stranger', 'f'.repeat(32), 'e'.repeat(32)]) expect(log).not.toContain(secret);
    expect(await readFile(join(folder, 'site.log'), 'utf8')).not.toContain('name=');
  } finally {
    await nginx.stop();
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
