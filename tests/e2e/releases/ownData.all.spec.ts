import { parseAtomFeed } from 'feedsmith';
import { visit } from '../support/visitor.ts';
import { expect, test } from './eventsTest.ts';

test('a remote that reads from its own API is refused until the owner grants that', async ({ events }) => {
  expect(events.released.said.refused).toContain('RELEASE-OWN-API');
  expect(events.released.said.refused).toContain('The fairs and talks that we go to');
});

test('without a grant nobody asks a team’s API, and its page goes on without data', async ({ events }) => {
  const html = async () => (await fetch(`${events.origin}/en/events`)).text();
  try {
    await events.grant({});
    await expect.poll(html).toContain('The list is not available at the moment.');
    events.api.asked.length = 0;
    expect((await fetch(`${events.origin}/fr/events`)).status).toBe(200);
    expect((await fetch(`${events.origin}/api/remotes/events/upcoming.json`)).status).toBe(404);
    expect(events.api.asked).toEqual([]);
  } finally {
    await events.grant();
  }
  await expect.poll(html).toContain('Open house');
});

test('what the API tells is in every document, and in a page that is navigated to, and the browser asks nobody else', async ({
  events: { origin, api },
  page,
}) => {
  for (const language of ['en', 'fr', 'es'])
    await expect
      .poll(async () => (await fetch(`${origin}/${language}/events`)).text())
      .toContain('A talk about &lt;mail&gt;');
  const asked = async () => {
    await fetch(`${origin}/en/events`);
    return [...new Set(api.asked)];
  };
  await expect.poll(asked).toEqual(['GET upcoming.json']);
  await visit(page, '/en/contact');
  await page.locator('a[href="/en/events"]').first().click();
  await expect(page.getByRole('heading', { name: 'A talk about <mail>' })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

test('HTML from a CMS is shown, without what is hostile in it, at the first view and after a navigation', async ({
  events: { origin },
  page,
}) => {
  const path = '/en/events/venue';
  // In the page's data, which is a text, all of it is.
  const html = async () => (await (await fetch(origin + path)).text()).replaceAll(/<script.*?<\/script>/gs, '');
  await expect.poll(html).toContain('<li>Quiet</li>');
  expect(/hacked|position: fixed/.exec(await html())).toBeNull();
  const seen = async () => {
    await expect(page.getByRole('heading', { name: 'Rules of the house', level: 2 })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Hall' })).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    return await page
      .locator('main:not([data-waiting] *) p a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  };
  await visit(page, path);
  const links = await seen();
  expect(links).toEqual(['/en/events', 'https://elsewhere.example/']);
  await page.getByRole('link', { name: 'all events' }).click();
  await expect(page.getByRole('heading', { name: 'Fairs and talks' })).toBeVisible();
  await page.locator(`footer a[href="${path}"]`).click();
  expect(await seen()).toEqual(links);
  // All in one tab that was loaded once.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toContain(path);
});

test('search engines find the pages of what an API lists in the sitemap, and the log says what is no page', async ({
  events: { origin, output },
}) => {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>[^<]*(\/..\/events\/[^<]*)<\/loc>/g)].map(([, path = '']) => path);
  const isOfEvent = (path: string) => /\/(?:open-house|mail-talk|salon|contact)$/.test(path);
  expect(listed.filter(isOfEvent)).toEqual([
    ...['/en/events/open-house', '/fr/events/open-house', '/es/events/open-house'],
    ...['/en/events/mail-talk', '/fr/events/mail-talk', '/es/events/mail-talk'],
    '/fr/events/salon',
  ]);
  for (const path of listed) expect((await fetch(origin + path)).status, path).toBe(200);
  expect(output()).toMatch(/SITE-ENTRIES events\/entries\.json .*1 of 4 entries/);
});

test('readers subscribe to the feed that these pages and their list name', async ({ events: { origin } }) => {
  const links = async (path: string) => {
    const html = await (await fetch(origin + path)).text();
    return [...html.matchAll(/<link [^>]*href="([^"]*)"[^>]*type="application\/atom\+xml"/g)].map(([, href]) => href);
  };
  for (const path of ['/fr/events', '/fr/events/salon'])
    expect(await links(path)).toEqual(['/fr/atom.xml', '/fr/events/atom.xml']);
  expect(await links('/fr/contact')).toEqual(['/fr/atom.xml']);
  const response = await fetch(`${origin}/fr/events/atom.xml`);
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const { entries } = parseAtomFeed(await response.text());
  expect(entries?.map(({ title, summary, id }) => [title?.value, summary?.value, id])).toEqual([
    ['Parlons de <mail>', 'À 18 h & après', `${origin}/fr/events/salon`],
    ['Portes ouvertes', undefined, `${origin}/fr/events/open-house`],
  ]);
  const known = { 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await fetch(`${origin}/fr/events/atom.xml`, { headers: known })).status).toBe(304);
  expect(parseAtomFeed(await (await fetch(`${origin}/es/events/atom.xml`)).text()).entries ?? []).toEqual([]);
});

test('a browser reaches nothing of an API but what it tells everybody', async ({ events: { origin } }) => {
  const statusOf = async (path: string) => (await fetch(origin + path)).status;
  expect(await statusOf('/api/remotes/events/upcoming.json')).toBe(200);
  expect(await statusOf('/api/remotes/events/..%2f..%2fprivate')).toBe(404);
  expect(await statusOf('/api/remotes/orders/all')).toBe(404);
  expect((await fetch(`${origin}/api/remotes/events/signups`, { method: 'POST' })).status).toBe(404);
});
