import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { outputOf, readyOrigin, siteProgram, stopProgram } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { sampleEntries, sampleEvents, writeEvents } from '@site/testkit/site/writeEvents.ts';
import { parseAtomFeed } from 'feedsmith';
import { failedResource } from '../support/test.ts';
import { startOwnApi } from './ownApi.ts';
import { expect, test } from './projectTest.ts';

// For the copy of the project, too: it takes a while where other tests run.
test.setTimeout(900_000);

test('a remote’s page has data of its own API once the owner grants that, and keeps it when the API dies or lies', async ({
  project,
  start,
  page,
  watched,
}) => {
  const api = await startOwnApi((path) => ({
    status: 200,
    body: JSON.stringify(path.endsWith('entries.json') ? sampleEntries : sampleEvents),
  }));
  const settings = {
    DATA_DIR: '.data',
    PORT: '0',
    CHROMIUM_PATH: process.env.TESTED_BROWSER ?? '',
    REMOTE_API_EVENTS: 'a-token',
  };
  const run = (...parameters: string[]) => outputOf(siteProgram, parameters, settings, project);
  await cp(testedReleases, join(project, '.releases'), { recursive: true });
  const site = start('platform/server/src/main.ts', [], settings);
  const origin = await readyOrigin(site);
  await run('new-remote', 'events');
  await writeEvents(join(project, 'remotes/events'));

  await test.step('its team sees it in development with a file in place of the API', async () => {
    const development = start(siteProgram, ['dev', 'events'], { PORT: '0' });
    const address = `${await readyOrigin(development)}/en/events`;
    expect(await (await fetch(address)).text()).toContain('A day that is made up');
    await stopProgram(development);
  });

  await test.step('what has no file is recorded from the API itself', async () => {
    await rm(join(project, 'remotes/events/fixtures/events/upcoming.json'));
    const record = ['--record', `events=${api.address}`];
    const development = start(siteProgram, ['dev', 'events', ...record], { PORT: '0', REMOTE_API_EVENTS: 'a-token' });
    const address = `${await readyOrigin(development)}/en/events`;
    // A page that is rendered for the first time may have no time left for its data.
    await expect
      .poll(async () => await (await fetch(address)).text(), { timeout: 60_000 })
      .toContain('A talk about &lt;mail&gt;');
    expect(development.output()).toContain('Recorded fixtures/events/upcoming.json');
    const recorded = await readFile(join(project, 'remotes/events/fixtures/events/upcoming.json'), 'utf8');
    expect(JSON.parse(recorded)).toEqual(sampleEvents);
    const unknown = start(siteProgram, ['dev', 'events', '--record', `evnts=${api.address}`], { PORT: '0' });
    expect(await unknown.exited).toBe(2);
    expect(unknown.output()).toContain('SITE-USAGE No remote here declares the API "evnts"');
    await stopProgram(development);
    api.asked.length = 0;
  });

  await test.step('without a grant it is refused', async () => {
    const refused = start(siteProgram, ['publish', 'events'], settings);
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('RELEASE-OWN-API');
    expect(refused.output()).toContain('The fairs and talks that we go to');
  });

  const granted = {
    ...defaultPolicy,
    grants: { events: { remote: 'events', address: api.address, token: 'REMOTE_API_EVENTS' } },
  };
  await writeFile(join(project, 'policy.json'), JSON.stringify(granted));
  await run('policy', 'policy.json');
  expect(await run('publish', 'events', '--promote')).toContain('events');

  await test.step('granted, it is in every document, without a request of the visitor’s to anyone else', async () => {
    await expect.poll(async () => (await fetch(`${origin}/en/events`)).status).toBe(200);
    for (const language of ['en', 'fr', 'es'])
      expect(await (await fetch(`${origin}/${language}/events`)).text()).toContain('A talk about &lt;mail&gt;');
    expect(new Set(api.asked)).toEqual(new Set(['GET /public/upcoming.json Bearer a-token undefined']));
  });

  await test.step('search engines find the pages of its events in the sitemap', async () => {
    const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>[^<]*(\/..\/events\/[^<]*)<\/loc>/g)].map(([, path]) => path);
    expect(listed).toEqual([
      ...['/en/events/open-house', '/fr/events/open-house', '/es/events/open-house'],
      '/fr/events/talk',
    ]);
    for (const path of listed) expect((await fetch(`${origin}${path}`)).status).toBe(200);
    expect(site.output()).toMatch(/SITE-ENTRIES events\/entries\.json .*1 of 3 entries/);
  });

  await test.step('readers subscribe to the feed that these pages and their list name', async () => {
    const links = async (path: string) => {
      const html = await (await fetch(origin + path)).text();
      return [...html.matchAll(/<link [^>]*href="([^"]*)"[^>]*type="application\/atom\+xml"/g)].map(([, href]) => href);
    };
    for (const path of ['/fr/events', '/fr/events/talk'])
      expect(await links(path)).toEqual(['/fr/atom.xml', '/fr/events/atom.xml']);
    expect(await links('/fr/contact')).toEqual(['/fr/atom.xml']);
    const response = await fetch(`${origin}/fr/events/atom.xml`);
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const { entries } = parseAtomFeed(await response.text());
    expect(entries?.map(({ title, summary, id }) => [title?.value, summary?.value, id])).toEqual([
      ['Parlons de <mail>', 'À 18 h & après', `${origin}/fr/events/talk`],
      ['Portes ouvertes', undefined, `${origin}/fr/events/open-house`],
    ]);
    const known = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect((await fetch(`${origin}/fr/events/atom.xml`, { headers: known })).status).toBe(304);
    expect(parseAtomFeed(await (await fetch(`${origin}/es/events/atom.xml`)).text()).entries ?? []).toEqual([]);
  });

  await test.step('and in a page that is navigated to', async () => {
    await page.goto(`${origin}/en/contact`);
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
    await page.locator('a[href="/en/events"]').first().click();
    await expect(page.getByRole('listitem').filter({ hasText: 'A talk about <mail>' })).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
  });

  await test.step('a browser reaches nothing but that', async () => {
    const statusOf = async (path: string) => (await fetch(origin + path)).status;
    expect(await statusOf('/api/remotes/events/upcoming.json')).toBe(200);
    expect(await statusOf('/api/remotes/events/..%2f..%2fprivate')).toBe(404);
    expect(await statusOf('/api/remotes/orders/all')).toBe(404);
  });

  for (const [name, answer] of [
    ['dies', () => ({ status: 500, body: 'secret' })],
    ['lies', () => ({ status: 200, body: '<html>' })],
  ] as const)
    await test.step(`its API ${name}: the last good list stays`, async () => {
      const { length } = api.asked;
      api.answer = answer;
      await expect
        .poll(
          async () => {
            const response = await fetch(`${origin}/en/events`);
            expect(response.status).toBe(200);
            expect(await response.text()).toContain('Open house');
            return api.asked.length;
          },
          { timeout: 30_000 },
        )
        .toBeGreaterThan(length);
      expect(await (await fetch(`${origin}/en/events`)).text()).toContain('Open house');
    });

  await test.step('its API answers something else: the page goes on without, and the log says what doesn’t fit', async () => {
    api.answer = () => ({ status: 200, body: JSON.stringify([{ title: 5 }]) });
    await expect
      .poll(async () => await (await fetch(`${origin}/en/events`)).text(), { timeout: 30_000 })
      .not.toContain('Open house');
    await expect.poll(site.output).toMatch(/SITE-DATA GET events\/upcoming\.json .*0\.title/);
  });
  watched.allow(failedResource);
  api.stop();
  expect(await readFile(join(project, 'policy.json'), 'utf8')).not.toContain('a-token');
});
