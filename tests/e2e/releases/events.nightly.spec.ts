import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { Crowd } from '@site/testkit/site/Crowd.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { Team } from '@site/testkit/site/Team.ts';
import sharp from 'sharp';
import { axeViolations } from '../accessible/axeViolations.ts';
import { findEngine } from '../engines/startEngine.ts';
import { expect, test } from '../support/serverTest.ts';
import { waitForHydration } from '../support/visitor.ts';
import { type EventsApi, type Mood, startEventsApi } from './eventsApi.ts';

/** Packages as a team installs them today. */
const packages = ['date-fns@4', 'react-day-picker@9', 'zod@4'];

const pages = [
  '/en/events',
  '/fr/events',
  '/es/events',
  '/es/events/open-house',
  '/fr/events/a/salons',
  '/fr/events/find',
] as const;

/** What the pages say without data. */
const unavailable = /is not available at the moment|n’est pas disponible|no está disponible|no se puede mostrar/;

/** A photograph: a sky that gets darker. */
const photograph = () =>
  sharp({ create: { width: 1600, height: 800, channels: 3, background: '#9cc4d0' } })
    .composite([
      { input: Buffer.from('<svg width="1600" height="300"><rect width="1600" height="300" fill="#2d4a52"/></svg>') },
    ])
    .jpeg()
    .toBuffer();

/** Signs up for the open house in Chromium. */
async function signUp(browser: Browser, origin: string, javaScriptEnabled: boolean, name: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled, baseURL: origin });
  const page = await context.newPage();
  await page.goto('/en/events/open-house');
  if (javaScriptEnabled) await waitForHydration(page);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail address').fill(`${name}@example.com`);
  await page.getByLabel('You come for').selectOption('dinner');
  await page.getByLabel('I come, or say so in time').check();
  // People take longer than programs: faster forms are refused.
  await expect(async () => {
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('See you there')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(await context.cookies()).toEqual([]);
  await context.close();
}

/** Runs in the page: the photograph that a browser has chosen of its formats and widths. */
function shownPicture() {
  const picture = document.querySelector<HTMLImageElement>('main picture img');
  if (!picture) return undefined;
  const { complete, naturalWidth, naturalHeight, currentSrc } = picture;
  return {
    isWhole: complete && naturalWidth > 0,
    shape: Math.round((10 * naturalWidth) / naturalHeight) / 10,
    type: currentSrc.replace(/.*\./, ''),
  };
}

/** Chooses a day and signs up in Firefox or WebKit. Returns what the pages complained about; undefined without the engine. */
async function visitIn(name: 'firefox' | 'webkit', origin: string): Promise<readonly string[] | undefined> {
  const start = await findEngine(name);
  if (!start) return undefined;
  const { visitor, close } = await start({ origin });
  try {
    await visitor.visit('/en/contact');
    await visitor.resize(1440, 900);
    await visitor.press('header a', 'Events');
    await visitor.until(async () => (await visitor.count('.rdp-day_button:not(:disabled)')) === 2);
    await visitor.until(async () => (await visitor.count('[data-countdown]')) === 1);
    await visitor.until(async () => (await visitor.evaluate(shownPicture))?.isWhole === true, 'the picture is there');
    expect(await visitor.evaluate(shownPicture)).toMatchObject({ shape: 2, type: expect.stringMatching(/avif|webp/) });
    await visitor.press('.rdp-day_button:not(:disabled)');
    await visitor.until(async () => (await visitor.count('main h2')) === 1);
    await visitor.press('main li a');
    await visitor.until(async () => (await visitor.path()) === '/en/events/open-house');
    await visitor.fill('#field-name', name);
    await visitor.fill('#field-email', `${name}@example.com`);
    await visitor.evaluate(() => {
      const select = document.querySelector('select') as HTMLSelectElement;
      select.value = 'talk';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await visitor.fill('#field-badge', 'a number');
    await visitor.press('form button[type="submit"]');
    const problem = (field: string) => visitor.text(`#field-${field}-error`);
    await visitor.until(async () => (await problem('badge')) === 'A member number is like AB-1234.');
    expect(await problem('agree')).toBe('Please tick this box, so that we can count on you.');
    expect(await problem('news')).toBeNull();
    await visitor.fill('#field-badge', 'AB-1234');
    await visitor.press('#field-agree');
    await visitor.press('form button[type="submit"]');
    await visitor.until(async () => (await visitor.count('#form-sent')) === 1);
    return await visitor.complaints();
  } finally {
    await close();
  }
}

// For npm, and for engines that are installed the first time.
test.setTimeout(1_800_000);

test('a team’s calendar, data, pictures and forms from its own repository are live in three engines, with and without scripts, and no request fails while its API dies, hangs and lies', async ({
  startOwnProcess,
  browser,
}) => {
  const api = await startEventsApi('a-token');
  const [team, store] = await Promise.all([Team.withRepository('events'), ReleaseStore.create()]);
  const keys = await team.admitTo(store.folder);
  const { origin, output } = await startOwnProcess({
    releases: store.folder,
    environment: { ...keys, REMOTE_API_EVENTS: 'a-token' },
  });
  await cp(join(import.meta.dirname, 'eventsRepository'), team.repository, { recursive: true });
  await team.write('src/pages/events/hall.jpg', await photograph());
  await team.run('npm', 'install', '--no-audit', ...packages);
  await team.run('npx', 'site', 'check');
  await team.run('npx', 'site', 'test');
  await grant(api, store, keys);

  const crowd = new Crowd([origin], (number) => ({ path: ['/en', '/fr/contact'][number % 2] ?? '/en', status: 200 }));
  crowd.come(2);
  expect(await team.release(origin, 'publish', '--promote')).toContain('is live');
  for (const path of pages) await expect.poll(async () => (await fetch(origin + path)).status).toBe(200);
  const visitors = new Crowd([origin], (number) => ({ path: pages[number % pages.length] ?? '/en', status: 200 }));
  visitors.come(2);

  await test.step('its addresses', async () => {
    const moved = await fetch(`${origin}/es/events/fair/open-house`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/es/events/open-house']);
    expect((await fetch(`${origin}/en/events/a/salons`)).status).toBe(404);
    expect((await fetch(`${origin}/en/events/nothing`)).status).toBe(404);
    expect(await (await fetch(`${origin}/sitemap.xml`)).text()).toContain('/fr/events/mail-talk');
    expect(await (await fetch(`${origin}/fr/events/atom.xml`)).text()).toContain('<![CDATA[A talk about <mail>]]>');
  });

  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(`accessible to everyone, ${colorScheme}`, async () => {
      const tab = await browser.newPage({
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width: 390, height: 800 },
      });
      const problems: string[] = [];
      tab.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
      for (const path of pages) {
        await tab.goto(origin + path);
        await waitForHydration(tab);
        expect(await axeViolations(tab, { name: path }, 'all'), path).toEqual([]);
        expect(await tab.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
      }
      expect(problems).toEqual([]);
      await tab.close();
    });

  for (const javaScriptEnabled of [true, false])
    await test.step(`a search ${javaScriptEnabled ? 'in place' : 'without scripts'}`, async () => {
      const tab = await browser.newPage({ javaScriptEnabled });
      await tab.goto(`${origin}/fr/events/find`);
      if (javaScriptEnabled) await waitForHydration(tab);
      await tab.getByLabel('Mots du titre').fill('<mail>');
      await tab.getByRole('button', { name: 'Chercher' }).click();
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Rendez-vous avec «\u00a0<mail>\u00a0»');
      await expect(tab.getByRole('main').getByRole('link')).toHaveText(['A talk about <mail>']);
      await tab.close();
    });

  await signUp(browser, origin, true, 'ada');
  await signUp(browser, origin, false, 'bea');
  const names = () => [...api.signups.values()].map(({ values }) => values.name);
  expect(names()).toEqual(['ada', 'bea']);
  for (const { params, values } of api.signups.values())
    expect([params.id, values.part, values.agree]).toEqual(['open-house', 'dinner', true]);

  for (const engine of ['firefox', 'webkit'] as const)
    await test.step(`in ${engine}`, async () => {
      const complaints = await visitIn(engine, origin);
      if (complaints === undefined) return;
      expect(complaints).toEqual([]);
      const [signup] = [...api.signups.values()].filter(({ values }) => values.name === engine);
      expect(signup?.values).toMatchObject({ badge: 'AB-1234', agree: true, news: false });
    });

  for (const mood of ['dies', 'hangs', 'lies'] as const satisfies readonly Mood[])
    await test.step(`the API ${mood}`, async () => {
      api.mood = mood;
      const asked = api.asked();
      // Until the site has asked it again, more than once.
      await expect.poll(() => api.asked(), { timeout: 60_000 }).toBeGreaterThan(asked + 2);
      for (const path of pages.slice(0, 4)) {
        const answer = await fetch(origin + path);
        const html = await answer.text();
        // JSON that doesn't fit the page's schema is an answer to the site, and none to the page.
        const isShown = html.includes('Open house') || (mood === 'lies' && unavailable.test(html));
        expect([answer.status, isShown, /secret|polluted|<script>alert/.test(html)], path).toEqual([200, true, false]);
      }
      expect((await fetch(`${origin}/en/events/find?q=${mood}`)).status).toBe(200);
      if (mood === 'lies') return;
      const body = new URLSearchParams({
        name: 'Zoë',
        email: 'zoe@example.com',
        part: 'talk',
        note: mood,
        agree: 'on',
      });
      const answer = await fetch(`${origin}/en/events/open-house`, { method: 'POST', body });
      const html = await answer.text();
      expect([answer.status, html.includes('value="Zoë"'), html.includes('secret')]).toEqual([503, true, false]);
    });
  expect(output()).not.toContain('zoe@example.com');
  expect(names()).not.toContain('Zoë');
  api.mood = 'works';
  await expect.poll(async () => (await fetch(`${origin}/en/events/nothing`)).status, { timeout: 60_000 }).toBe(404);

  for (const crowds of [crowd, visitors]) {
    await crowds.leave();
    expect(crowds.failures).toEqual([]);
    expect(crowds.answered).toBeGreaterThan(0);
  }
  expect(api.leaks).toEqual([]);
  api.stop();
  await Promise.all([team.leave(), store.remove()]);
});

/** The owner grants the team its API, for reading and for forms. */
async function grant(api: EventsApi, store: ReleaseStore, keys: Record<string, string>): Promise<void> {
  const { TRUSTED_KEYS = '' } = keys;
  const file = join(dirname(store.folder), 'policy.json');
  const events = { remote: 'events', address: api.address, token: 'REMOTE_API_EVENTS', methods: ['GET', 'POST'] };
  await writeFile(file, JSON.stringify({ ...defaultPolicy, grants: { events } }));
  const owner = { TRUSTED_KEYS, RELEASE_KEY: join(dirname(TRUSTED_KEYS), 'local.key') };
  expect(await store.run(['policy', file, '--yes'], owner)).toMatchObject({ code: 0 });
}
