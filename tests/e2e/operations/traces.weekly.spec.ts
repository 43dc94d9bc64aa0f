import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSigningKey } from '@site/releases/signing/keys.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { startApi } from '@site/testkit/site/servers.ts';
import { pathsOf, startCollector, type TestCollector } from '@site/testkit/startCollector.ts';
import { startMailServer } from '@site/testkit/startMailServer.ts';
import { test as base, expect } from '../support/serverTest.ts';
import { metricsToken, readMetrics } from './askOperations.ts';

const test = base.extend<{ readonly collector: TestCollector }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  collector: async ({}, use) => {
    const collector = await startCollector();
    await use(collector);
    await collector.stop();
  },
});

const tracedTo = ({ url }: TestCollector) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url });

const idOf = ({ headers }: { readonly headers: Headers }): string => headers.get('x-request-id') ?? '';

/** A visitor, and what they type. */
const visitor = { 'user-agent': 'Visitor/1.0', 'x-forwarded-for': '198.51.100.7', cookie: 'own=Biscuit' };

test('a visit of an article is one trace of site, renderer, API and database, and the next one is from memory', async ({
  collector,
  startOwnProcess,
}) => {
  const environment = { ...tracedTo(collector), LOG_LEVEL: 'info' };
  const api = await startApi(environment);
  try {
    const site = await startOwnProcess({ environment: { ...environment, API_ORIGIN: api.origin } });
    const first = await ask(site, `${addresses.en.article}?name=Lovelace`, { headers: visitor });
    expect(first.status).toBe(200);
    const page = 'site GET /en/blog/:slug';
    const work = `${page} > site render > site work behind the wall`;
    const call = `${work} > site GET /api/v1/blog/:language/r/:slug`;
    const answered = `${call} > site-api GET /api/v1/blog/:lang/r/:slug`;
    // Below the article is the latest one, a fragment that is rendered by itself.
    const latest = `${work} > site GET /api/v1/blog/:language`;
    const listed = `${latest} > site-api GET /api/v1/blog/:lang`;
    const render = `${page} > site render`;
    await expect
      .poll(() => pathsOf(collector.spans(idOf(first))).toSorted())
      .toEqual(
        [
          ...[page, render, work, call, answered, `${answered} > site-api SELECT news`],
          ...[render, work, latest, listed, `${listed} > site-api SELECT news`],
        ].toSorted(),
      );
    const spans = collector.spans(idOf(first));
    const release = expect.stringMatching(/^[\w-]+$/);
    const known = { 'site.remote': 'blog', 'site.page': expect.any(String), 'site.language': 'en' };
    expect(spans.find(({ name }) => name === 'GET /en/blog/:slug')?.facts).toEqual({
      ...known,
      'site.release': release,
      'site.cache': 'miss',
      'site.releases': expect.stringMatching(/^shell@[\w-]+ blog@[\w-]+$/),
      'http.route': '/en/blog/:slug',
      'http.request.method': 'GET',
      'http.response.status_code': 200,
    });
    expect(spans.find(({ name }) => name === 'render')?.facts).toEqual({ ...known, 'site.release': release });
    expect(spans.find(({ name }) => name === 'SELECT news')?.facts).toEqual({
      'db.system.name': 'sqlite',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'news',
    });

    // Pages of a site with an API elsewhere are rendered again every few seconds.
    await expect(async () => {
      await ask(site, addresses.en.article);
      const next = await ask(site, addresses.en.article);
      const states = () => collector.spans(idOf(next)).map(({ facts }) => facts['site.cache']);
      await expect.poll(states, { timeout: 3_000 }).toEqual(['memory']);
    }).toPass({ timeout: 30_000 });

    for (const [log, lines] of [
      [site.output(), ['rendered', 'answered']],
      [api.program.output(), ['answered']],
    ] as const)
      for (const msg of lines)
        expect(log).toMatch(new RegExp(`^(?=.*"trace_id":"${idOf(first)}").*"msg":"${msg}"`, 'm'));
    for (const secret of ['Lovelace', 'three-numbers', ...Object.values(visitor), '127.0.0.1', 'Biscuit'])
      expect(collector.received(), secret).not.toContain(secret);
  } finally {
    await api.stop();
  }
});

test('a message is one trace from the form through the database to its mails, with nothing that its sender wrote', async ({
  collector,
  startOwnProcess,
}) => {
  const mailServer = await startMailServer();
  try {
    const site = await startOwnProcess({
      environment: {
        ...tracedTo(collector),
        SMTP_URL: mailServer.url,
        MAIL_TO: 'team@example.com',
        MAIL_CONFIRM: 'true',
      },
    });
    const sent = await ask(site, addresses.fr.contact, {
      method: 'POST',
      headers: visitor,
      body: new URLSearchParams(goodMessage),
    });
    expect(sent.status).toBe(303);
    await mailServer.received(2);
    const mails = () => collector.spans(idOf(sent)).filter(({ name }) => name === 'send mail');
    await expect
      .poll(() =>
        mails()
          .map(({ facts }) => facts['site.mail.kind'])
          .sort(),
      )
      .toEqual(['confirmation', 'notice']);
    const paths = pathsOf(collector.spans(idOf(sent)));
    const stored = 'site POST /fr/contact > site POST /api/v1/contact > site POST /api/v1/contact';
    for (const part of ['INSERT messages', 'INSERT outbox', 'send mail'])
      expect(paths).toContain(`${stored} > site ${part}`);
    for (const secret of [...Object.values(goodMessage), 'Lovelace', '@', ...Object.values(visitor)])
      expect(collector.received(), secret).not.toContain(secret);
  } finally {
    await mailServer.stop();
  }
});

test('each of several servers on a port sends its spans', async ({ collector, startOwnProcess }) => {
  const site = await startOwnProcess({ environment: { ...tracedTo(collector), SERVERS: '2' } });
  await expect(async () => {
    await ask(site, addresses.en.home, { headers: { connection: 'close' } });
    expect(new Set(collector.spans().map(({ instance }) => instance)).size).toBe(2);
  }).toPass({ timeout: 30_000 });
});

test('the release service sends its spans, without the names in their addresses', async ({ collector }) => {
  const folder = await temporaryFolder('service');
  const { public: key } = await makeSigningKey(join(folder, 'blog.key'));
  const settings = { RELEASES: join(folder, 'store'), TRUSTED_KEYS: join(folder, 'trusted.json') };
  await mkdir(settings.RELEASES);
  const trusted = { blog: { public: key, apps: ['blog'], signs: ['releases'] } };
  await writeFile(settings.TRUSTED_KEYS, JSON.stringify(trusted));
  const environment = { ...settings, ...tracedTo(collector), PORT: '0', DATA_DIR: join(folder, 'data') };
  const service = startProgram('platform/server/src/releaseService/main.ts', [], environment);
  try {
    const asked = await fetch(`${await readyOrigin(service)}/blog/version-1/release.json`);
    const id = asked.headers.get('x-request-id') ?? '';
    await expect
      .poll(() => pathsOf(collector.spans(id)))
      .toEqual([expect.stringMatching(/^site-releases GET \/releases\//)]);
    expect(collector.received()).not.toContain('version-1');
  } finally {
    await stopProgram(service);
    await rm(folder, { recursive: true, force: true });
  }
});

test('whatever the collector does, visitors get their pages, spans are counted, and the site ends in time', async ({
  collector,
  startOwnProcess,
}) => {
  const environment = { ...tracedTo(collector), METRICS_TOKEN: metricsToken };
  const outcome = (name: string) => `site_spans_total{outcome="${name}"}`;
  const never = 24 * 60 * 60_000;
  const hostile = {
    'sends elsewhere': (_request, response) =>
      response.writeHead(307, { location: `${collector.url}/elsewhere` }).end(),
    'answers without end': (_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    'answers a byte now and then': (_request, response) => {
      response.writeHead(200, { 'content-length': String(never) });
      const timer = setInterval(() => response.write('.'), 500);
      response.once('close', () => clearInterval(timer));
    },
    'never answers': () => {},
  } satisfies Record<string, Parameters<TestCollector['answer']>[0]>;
  for (const [name, listener] of Object.entries(hostile))
    await test.step(name, async () => {
      collector.answer(listener);
      const site = await startOwnProcess({ environment });
      const times: number[] = [];
      for (let asked = 0; asked < 200; asked += 1) {
        const startedAt = performance.now();
        expect((await ask(site, addresses.en.home)).status).toBe(200);
        times.push(performance.now() - startedAt);
      }
      expect(times.sort((one, other) => one - other)[100]).toBeLessThan(100);
      await expect
        .poll(async () => (await readMetrics(site)).get(outcome('failed')), { timeout: 20_000 })
        .toBeGreaterThan(0);
      await expect.poll(() => site.output()).toContain('SITE-TRACES');
      const startedAt = performance.now();
      site.program.process.kill('SIGTERM');
      expect(await site.program.exited).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(8_000);
      expect(collector.requests.map(({ path }) => path)).not.toContain('/elsewhere');
    });
});
