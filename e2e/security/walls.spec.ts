import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Release } from '@site/releases/Release.ts';
import { verifyFolder } from '@site/releases/verify.ts';
import type { ApiBackend } from '@site/server/api/ApiBackend.ts';
import { type RenderHost, RenderWorker } from '@site/server/render/RenderWorker.ts';
import { canBuild } from '@site/server/render/strongestWall.ts';
import { type Wall, walls } from '@site/server/render/wall.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { type PageName, pages } from '@site/shared/routes/table.ts';
import { addVariant, liveVersion } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';

let store: string;
let workers: RenderWorker[];
let output: string[];

test.beforeEach(async () => {
  workers = [];
  output = [];
  store = await temporaryFolder('walls');
  await cp(testedReleases, store, { recursive: true });
});

test.afterEach(async () => {
  for (const worker of workers) worker.retire();
  await rm(store, { recursive: true, force: true, maxRetries: 5 });
});

/** A news item with what an address, a date and a text can be. */
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

const callApi: ApiBackend['call'] = async ({ path }) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(path.includes('/r/') ? article : { news: [item] }),
});

async function releaseOf(app: string, version?: string): Promise<Release> {
  const folder = join(store, app, version ?? (await liveVersion(store, app)));
  return { folder, manifest: await verifyFolder(app, folder) };
}

function startWorker(wall: Wall, shell: Release, remote: Release): RenderWorker {
  const host: RenderHost = { wall, callApi, onOutput: (text) => output.push(text) };
  const worker = new RenderWorker(host, shell, remote);
  workers.push(worker);
  return worker;
}

async function render(worker: RenderWorker, remote: Release, page: PageName, language: Language) {
  const { name, version: release, publicPath, entry } = remote.manifest;
  const job = {
    request: { url: pathOf(page, language, { slug: 'one' }), language },
    origin: 'http://site.example',
    registry: { [name]: { release, entry: publicPath + entry } },
  };
  return await worker.render({ job, shell: worker.shell, page, remote, visitor: { address: '192.0.2.1' } });
}

/** Every page of the route table in three languages. */
async function everyPage(wall: Wall): Promise<Readonly<Record<string, unknown>>> {
  const shell = await releaseOf('shell');
  const all: Record<string, unknown> = {};
  const names = Object.keys(pages) as PageName[];
  for (const app of new Set(names.map((page) => pages[page].remote))) {
    const remote = await releaseOf(app);
    const worker = startWorker(wall, shell, remote);
    for (const page of names.filter((name) => pages[name].remote === app))
      for (const language of languages) all[`${page} ${language}`] = await render(worker, remote, page, language);
  }
  return all;
}

test('every page is the same behind each wall, byte for byte', async () => {
  const expected = await everyPage('process');
  for (const outcome of Object.values(expected)) expect(outcome).toMatchObject({ kind: 'view', missingTexts: [] });
  for (const wall of walls.filter(canBuild)) expect(await everyPage(wall), wall).toEqual(expected);
});

/** A fault in a page, and what its author sees. */
const faults = [
  ['throws', `component: () => { throw new Error('no such room'); }`, /no such room/],
  [
    'rejects',
    `load: async () => { throw new Error('no such data', { cause: new TypeError('the cause') }); }`,
    /no such data/,
  ],
  ['waits too long', 'load: () => new Promise(() => {})', /No answer within/],
  [
    'notices that its time is up',
    `load: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))`,
    /due to timeout/,
  ],
] as const;

for (const wall of walls.filter(canBuild))
  test.describe(`behind the wall ${wall}`, () => {
    for (const [what, change, message] of faults)
      test(`the author of a page that ${what} reads why, and the next page is there`, async () => {
        const version = await addVariant(store, 'marketing', {
          server: { page: `name === './team' ? ({ ...page, ${change} }) : page` },
        });
        const [shell, remote] = [await releaseOf('shell'), await releaseOf('marketing', version)];
        const worker = startWorker(wall, shell, remote);
        expect(await render(worker, remote, 'team', 'en')).toMatchObject({
          kind: 'failed',
          message: expect.stringMatching(message),
        });
        expect(output.join('')).toMatch(message);
        // Places are those in the sources.
        expect(output.join('')).not.toContain('.cjs:');
        expect(await render(worker, remote, 'home', 'fr')).toMatchObject({ kind: 'view', status: 200 });
      });

    test('what a page prints is in the log', async () => {
      const print = `console.log('printed', { a: 1 }, 2); console.error(new RangeError('a range'));`;
      const version = await addVariant(store, 'marketing', { server: { atLoad: print } });
      const [shell, remote] = [await releaseOf('shell'), await releaseOf('marketing', version)];
      await render(startWorker(wall, shell, remote), remote, 'home', 'en');
      await expect.poll(() => output.join('')).toMatch(/printed .*1.* 2[\s\S]*RangeError: a range/);
    });

    test('a release that fills its memory costs its own process', async () => {
      const fill = 'component: () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }';
      const version = await addVariant(store, 'marketing', { server: { page: `({ ...page, ${fill} })` } });
      const [shell, remote] = [await releaseOf('shell'), await releaseOf('marketing', version)];
      const rendered = render(startWorker(wall, shell, remote), remote, 'home', 'en');
      await expect(rendered).rejects.toMatchObject({ name: 'WorkerLostError' });
    });
  });
