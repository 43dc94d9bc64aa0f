import { Crowd } from '@site/testkit/site/Crowd.ts';
import { axeViolations } from '../accessible/axeViolations.ts';
import { findEngine } from '../engines/startEngine.ts';
import { visit } from '../support/visitor.ts';
import { chooseAndSignUp, expectSignup, readRules, seeEvents, seePosters } from './eventsInEngines.ts';
import { loadedFamilies } from './eventsPages.ts';
import { expect, test } from './eventsTest.ts';
import { startExported } from './exported.ts';
import { tryMap } from './leafletMap.ts';
import { eventsToken } from './releasedEvents.ts';

const pages = [
  '/en/events',
  '/fr/events',
  '/es/events',
  '/es/events/open-house',
  '/fr/events/salons',
  '/fr/events/find',
  '/en/events/venue',
] as const;

test('`site try` finds nothing on a remote’s pages in a browser before they are published', async ({
  events: { released },
}) => {
  expect(released.said.tried).toMatch(/events@\w+ can be published/);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`a team’s pages are accessible to everyone, ${colorScheme}`, async ({
    events: { origin },
    watched,
    browser,
  }) => {
    const context = await browser.newContext({
      ...{ colorScheme, reducedMotion: 'reduce', baseURL: origin },
      viewport: { width: 390, height: 800 },
    });
    await watched.observe(context);
    const page = await context.newPage();
    for (const path of pages) {
      await visit(page, path);
      expect(await axeViolations(page, { name: path }, 'all'), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
    expect(watched.complaints()).toEqual([]);
    await context.close();
  });

for (const engine of ['firefox', 'webkit'] as const)
  test(`everything that a team uses works in ${engine}`, async ({ events: { origin, api } }, testInfo) => {
    const start = await findEngine(engine);
    testInfo.skip(!start, `${engine} is not on this machine.`);
    if (!start) return;
    const { visitor, close } = await start({ origin, dark: false, javaScript: true });
    try {
      await visitor.resize(1440, 900);
      await test.step('a calendar and a photograph', () => seeEvents(visitor));
      await test.step('a form', () => chooseAndSignUp(visitor, engine));
      await expectSignup(api, engine);
      await test.step('fonts', () => seePosters(visitor));
      await test.step('HTML from a CMS', () => readRules(visitor));
      expect(await visitor.complaints()).toEqual([]);
      await test.step('a map', () => tryMap(visitor));
    } finally {
      await close();
    }
  });

test('a team’s fonts come from a plain host, too, to which the site was exported', async ({
  events: { origin, store, released },
  page,
  watched,
}) => {
  // An export has no APIs: the picture of one shows its alternative text.
  watched.allow(/Failed to load resource: .* \S+\/pictures\/events\/photos\/door\.webp/);
  const exported = await startExported(store.folder, origin, {
    TRUSTED_KEYS: released.keys.TRUSTED_KEYS,
    REMOTE_API_EVENTS: eventsToken,
  });
  await visit(page, `${exported.origin}/en/events/venue`);
  await expect.poll(() => page.evaluate(loadedFamilies)).toEqual(expect.arrayContaining(['Poster', 'Lobster']));
  await expect(page.locator('img[src="/pictures/events/photos/door.webp"]')).toHaveAttribute('alt', /./);
  expect(watched.complaints()).toEqual([]);
  exported.stop();
});

test('no request fails while a team’s API dies, hangs, lies and has changed, and its last good answer stays', async ({
  events: { origin, api, output },
}) => {
  const said = output().length;
  const visitors = new Crowd([origin], (number) => ({ path: pages[number % pages.length] ?? '/en', status: 200 }));
  visitors.come(2);
  const shown = async (path: string) => {
    const answer = await fetch(origin + path);
    const html = await answer.text();
    const leaked = /secret|polluted|<script>alert/.test(html);
    return { status: answer.status, isThere: html.includes('Open house'), leaked };
  };
  for (const path of pages.slice(0, 4)) await expect.poll(() => shown(path)).toMatchObject({ isThere: true });
  for (const mood of ['dies', 'hangs', 'lies'] as const)
    await test.step(`it ${mood}`, async () => {
      api.mood = mood;
      const asked = api.asked.length;
      // Until the site has asked it again, more than once.
      await expect.poll(() => api.asked.length, { timeout: 60_000 }).toBeGreaterThan(asked + 2);
      for (const path of pages.slice(0, 4))
        expect(await shown(path), path).toEqual({ status: 200, isThere: true, leaked: false });
      expect((await fetch(`${origin}/en/events/find?q=${mood}`)).status).toBe(200);
    });
  await test.step('it has changed: its page goes on without, and the log says what doesn’t fit', async () => {
    api.mood = 'has changed';
    await expect.poll(() => shown('/en/events'), { timeout: 60_000 }).toMatchObject({ isThere: false });
    expect(await shown('/fr/events')).toMatchObject({ status: 200, leaked: false });
    await expect.poll(() => output().slice(said)).toMatch(/SITE-DATA GET events\/upcoming\.json .*\d\.\w+/);
  });
  await visitors.leave();
  expect(visitors.failures).toEqual([]);
  expect(visitors.answered).toBeGreaterThan(0);
});
