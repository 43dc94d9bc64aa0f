import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, crash, setLive } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { expect, test } from './faultTest.ts';

const looping = { server: { page: '({ ...page, component: () => { for (;;); } })' } };

/** While a loop waits for a processor, its CPU time doesn't pass. */
const patiently = { timeout: 40_000 };
const byTime = /"reason":"time".*SITE-WORKER/;

test.beforeEach(() => test.slow());

test('while several blog pages loop forever, visitors of other pages do not wait for them', async ({
  store,
  startOwnSite,
}) => {
  await setLive(store, 'blog', await addVariant(store, 'blog', looping));
  const site = await startOwnSite({ releases: store });
  await ask(site, `${addresses.en.home}?boundaries`);
  const blogs = Array.from({ length: 5 }, () => ask(site, addresses.en.blog));
  let endedLoops = 0;
  for (const blog of blogs) void blog.then(() => endedLoops++);
  for (const path of [addresses.en.home, addresses.en.contact, addresses.fr.pricing, addresses.es.notFound]) {
    expect((await ask(site, `${path}?boundaries`)).status, path).toBe(path === addresses.es.notFound ? 404 : 200);
  }
  expect(endedLoops, 'loops that were over before the other pages were there').toBe(0);
  expect((await Promise.all(blogs)).map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  await expect.poll(() => site.output(), { ...patiently, message: 'what ends the loops' }).toMatch(byTime);
  expect((await ask(site, `${addresses.en.home}?boundaries`)).status).toBe(200);
});

test('when a release loops, its pages are shown as they last were, at once and in every language', async ({
  store,
  startOwnSite,
}) => {
  const site = await startOwnSite({ releases: store });
  const pages = [addresses.en, addresses.fr, addresses.es].flatMap(({ home, pricing, team }) => [home, pricing, team]);
  for (const path of pages) await ask(site, path);
  const bad = await addVariant(store, 'marketing', looping);
  await setLive(store, 'marketing', bad);
  await expect.poll(async () => (await ask(site, '/live.json')).body).toContain(bad);
  const answers = await Promise.all(pages.map((path) => ask(site, path)));
  expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200));
  for (const { headers } of answers) expect(headers.get('cache-status')).toContain('stale');
  const endedLoops = () => site.output().match(/SITE-WORKER/g)?.length ?? 0;
  const ended = endedLoops();
  const still = { ...patiently, message: 'pages that still looped when all were answered' };
  await expect.poll(endedLoops, still).toBeGreaterThan(ended);
});

test('pages rendered beside a release that leaves a loop running are not blamed for it', async ({
  store,
  startOwnSite,
}) => {
  const sign = 'A loop was left behind.';
  const leaving = { server: { atLoad: `setTimeout(() => { console.error('${sign}'); for (;;); }, 1_000);` } };
  await setLive(store, 'blog', await addVariant(store, 'blog', leaving));
  const site = await startOwnSite({ releases: store });
  expect((await ask(site, addresses.en.blog)).status).toBe(200);
  await expect.poll(() => site.output()).toContain(sign);
  const paths = [addresses.en.home, addresses.fr.pricing, addresses.en.contact, addresses.es.contact];
  const others = await Promise.all(paths.map((path) => ask(site, path)));
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a page that crashes now and then is tried again, and shown when it works', async ({ store, startOwnSite }) => {
  const version = await addVariant(store, 'blog', {
    server: {
      page: `({ ...page, load: async (context) => { if (context.params.slug === "crash") { ${crash} } return page.load(context); } })`,
    },
  });
  await setLive(store, 'blog', version);
  const site = await startOwnSite({ releases: store });
  expect((await ask(site, `${addresses.en.blog}/crash`)).status).toBe(503);
  await expect.poll(async () => (await ask(site, addresses.en.article)).status, { timeout: 15_000 }).toBe(200);
});
