import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { composeRoutes, type Release } from '@site/releases/Release.ts';
import { verifyFolder } from '@site/releases/verify.ts';
import { canBuild } from '@site/renderer/walls/strongestWall.ts';
import { hasIsolate, type Wall, walls } from '@site/renderer/walls/wall.ts';
import { type LostReason, type RenderHost, RenderWorker } from '@site/renderer/workers/RenderWorker.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { routesIn } from '@site/shared/routes/composeTable.ts';
import { pathOfRoute } from '@site/shared/routes/path.ts';
import { addVariant, liveVersion } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { firstTierIf } from '../support/tiers.ts';

const buildable = walls.filter(canBuild);

let store: string;
let workers: RenderWorker[];
let output: string[];
let lost: LostReason[];

test.beforeEach(async () => {
  workers = [];
  output = [];
  lost = [];
  store = await temporaryFolder('walls');
  await cp(testedReleases, store, { recursive: true });
});

test.afterEach(async () => {
  for (const worker of workers) worker.retire();
  await rm(store, { recursive: true, force: true, maxRetries: 5 });
});

/** A news item with unusual values of address, date and text. */
const item = {
  uid: 'one',
  slug: 'one',
  title: 'Façades & “fenêtres” – <b>no markup</b>',
  source: 'Le Journal',
  publication_date: '2026-02-28',
  type: 'youtube',
  url_video: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
};
const article = { ...item, link: 'https://münchen.example/straße?q=a b', language: 'fr' };

const callApi: RenderHost['callApi'] = async ({ path }) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(path.includes('/r/') ? article : { news: [item] }),
});

async function releaseOf(app: string, version?: string): Promise<Release> {
  const folder = join(store, app, version ?? (await liveVersion(store, app)));
  return { folder, manifest: await verifyFolder(app, folder) };
}

function startWorker(wall: Wall, shell: Release, remote: Release): RenderWorker {
  const host: RenderHost = {
    wall,
    callApi,
    onOutput: (text) => output.push(text),
    onLost: (_, reason) => lost.push(reason),
  };
  const worker = new RenderWorker(host, shell, remote);
  workers.push(worker);
  return worker;
}

async function render(worker: RenderWorker, remote: Release, page: string, language: Language) {
  const { name, version: release, publicPath, entry } = remote.manifest;
  const routes = await siteRoutes();
  const route = routes.pages[page];
  if (!route) throw new Error(`There is no page ${page}.`);
  const job = {
    request: { url: pathOfRoute(route, language, { slug: 'one' }), language },
    routes: routesIn(language, routes),
    origin: 'http://site.example',
    registry: { [name]: { release, entry: publicPath + entry } },
  };
  return await worker.render({ job, shell: worker.shell, page, remote, visitor: { address: '192.0.2.1' } });
}

const remoteNames = ['marketing', 'blog', 'contact'];

/** The pages that the built remotes propose. */
async function siteRoutes() {
  const remotes = await Promise.all(remoteNames.map(async (name) => [name, [await releaseOf(name)]] as const));
  return composeRoutes(new Map(remotes), defaultPolicy).routes;
}

/** Every page of the route table in three languages. */
async function everyPage(wall: Wall): Promise<Readonly<Record<string, unknown>>> {
  const shell = await releaseOf('shell');
  const all: Record<string, unknown> = {};
  const pages = Object.entries((await siteRoutes()).pages);
  for (const app of remoteNames) {
    const remote = await releaseOf(app);
    const worker = startWorker(wall, shell, remote);
    for (const [page] of pages.filter(([, route]) => route.remote === app))
      for (const language of languages) all[`${page} ${language}`] = await render(worker, remote, page, language);
  }
  return all;
}

test('in CI, releases run in an isolate', () => {
  // biome-ignore lint/suspicious/noSkippedTests: isolated-vm has no native code for some machines
  test.skip(!process.env.CI, 'In CI it has.');
  expect(canBuild('isolate')).toBe(true);
});

test('every page is the same behind each wall, byte for byte', async () => {
  const expected = await everyPage('process');
  for (const outcome of Object.values(expected)) expect(outcome).toMatchObject({ kind: 'whole', missingTexts: [] });
  for (const wall of buildable.filter((name) => name !== 'process'))
    expect(await everyPage(wall), wall).toEqual(expected);
});

/** Faults of pages, and the messages that their authors read. */
const faults: readonly (readonly [page: string, change: string, message: RegExp])[] = [
  ['team', `component: () => { throw new Error('no such room'); }`, /no such room/],
  [
    'services',
    `load: async () => { throw new Error('no such data', { cause: new TypeError('why') }); }`,
    /no such data/,
  ],
  ['pricing', 'load: () => new Promise(() => {})', /No answer within/],
  [
    'legal',
    `load: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))`,
    /due to timeout/,
  ],
  ['privacy', `load: async () => new Proxy({}, { get() { throw new Error('trapped'); } })`, /trapped/],
  [
    'company',
    'load: async () => { let data = {}; for (let depth = 0; depth < 1e5; depth += 1) data = { data }; return data; }',
    /Maximum call stack/,
  ],
];

for (const wall of buildable)
  test.describe(`behind the wall ${wall}`, firstTierIf(wall === buildable[0]), () => {
    test('the author of a failing page reads why, and the next page works', async () => {
      const changes = faults.map(([page, change]) => `'./${page}': { ${change} }`);
      const version = await addVariant(store, 'marketing', {
        server: { page: `({ ...page, ...({ ${changes.join()} })[name] })` },
      });
      const [shell, remote] = [await releaseOf('shell'), await releaseOf('marketing', version)];
      const worker = startWorker(wall, shell, remote);
      // Maps are read in limited time, which a busy machine may exceed at first.
      await expect(async () => {
        output.length = 0;
        for (const [page, , message] of faults) {
          const kind = page === 'pricing' ? 'late' : 'threw';
          const failure = { kind, message: expect.stringMatching(message) };
          expect(await render(worker, remote, page, 'en')).toMatchObject(failure);
          await expect.poll(() => output.join('')).toMatch(message);
        }
        // Places refer to the sources.
        expect(output.join('')).not.toContain('.cjs:');
      }).toPass({ timeout: 120_000 });
      expect(await render(worker, remote, 'home', 'fr')).toMatchObject({ kind: 'whole', status: 200 });
    });

    test('what a release prints is in the log, even after its page', async () => {
      const print = `console.log('printed', { a: 1 }, 2); setTimeout(() => console.error(new RangeError('late')), 300);`;
      const version = await addVariant(store, 'marketing', { server: { atLoad: print } });
      const [shell, remote] = [await releaseOf('shell'), await releaseOf('marketing', version)];
      await render(startWorker(wall, shell, remote), remote, 'home', 'en');
      await expect.poll(() => output.join('')).toMatch(/printed .*1.* 2[\s\S]*RangeError: late/);
    });

    /** Renders a page that fills its memory, and returns the outcome. */
    async function renderFilling(fill: string) {
      const component = `component: () => { const all = []; for (;;) all.push(${fill}); }`;
      const version = await addVariant(store, 'marketing', { server: { page: `({ ...page, ${component} })` } });
      const [shell, remote] = [await releaseOf('shell'), await releaseOf('marketing', version)];
      return await render(startWorker(wall, shell, remote), remote, 'home', 'en');
    }

    test('a release that fills its memory with objects loses its own process, at the limit of its heap', async () => {
      const outcome = await renderFilling('new Array(1e5).fill(all.length)');
      expect(outcome).toMatchObject({ kind: 'lost' });
      expect(lost).toEqual(['crash']);
    });

    test('a release that fills its memory with buffers gets no more of them, or loses its own process', async () => {
      const outcome = await renderFilling('new Uint8Array(1e7).fill(1)');
      if (hasIsolate(wall)) {
        expect(outcome).toMatchObject({ kind: 'threw', message: expect.stringContaining('allocation failed') });
        expect(lost).toEqual([]);
      } else {
        expect(outcome).toMatchObject({ kind: 'lost' });
        // On a slow machine its time is over first.
        expect(lost, 'to a watch on the whole process').toEqual([expect.stringMatching(/^(?:memory|time)$/)]);
      }
    });
  });
