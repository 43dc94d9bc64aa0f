/** The control room says which servers run what, by what each of them reports. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerLog } from '@site/releases/ServerLog.ts';
import { serverReport } from '@site/testkit/releases/serverReport.ts';
import { reportsOf } from '@site/testkit/site/releases.ts';
import { axeViolations, smallTargets } from '../accessible/axeViolations.ts';
import { openRoom, type TestRoom } from './openRoom.ts';
import { test as base, expect } from './releaseTest.ts';

const test = base.extend<{ readonly room: TestRoom }>({
  room: async ({ store }, use) => {
    const room = await openRoom(store.folder);
    await use(room);
    await room.close();
  },
});

test('two servers of a site say where they run, since when, behind which wall, and what they show', async ({
  store,
  startOwnSite,
  room,
}) => {
  const look = await room.enter('owner');
  expect((await look('/en/servers')).body).toContain('No server reports here');
  const sites = await Promise.all([1, 2].map(() => startOwnSite({ releases: store.folder })));
  const { body } = await look('/en/servers');
  for (const { origin } of sites) expect(body).toContain(origin);
  expect(body.match(/<section/g)).toHaveLength(2);
  expect(body).toContain(`/en/apps/blog/${await store.live('blog')}`);
  expect(body).toMatch(/<dt>Wall<\/dt><dd><code><bdi>[\w+]+</);
  expect(body).toMatch(/<dt>Version of the platform<\/dt><dd><code><bdi>\d+\.\d+\.\d+</);
  const [server] = await new ServerLog(reportsOf(store.folder)).servers();
  expect(server).toMatchObject({ ready: true, isGone: false });
  expect(Object.keys(server?.apps ?? {})).toContain('shell');

  await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'version-2'), '--promote']);
  await expect
    .poll(async () => (await look('/en/servers')).body.match(/\/en\/apps\/blog\/version-2"/g)?.length)
    .toBe(2);
  await sites[0]?.stop();
  expect((await look('/en/servers')).body.match(/<section/g), 'one that stops is removed').toHaveLength(1);
});

test('a server that is behind, refuses, stands in or is gone is named with the reason, to a team for its apps alone', async ({
  store,
  room,
}) => {
  const reports = reportsOf(store.folder);
  const log = new ServerLog(reports);
  const earlier = { version: 'version-0', since: '2026-01-01T00:00:00.000Z' };
  const hostile = `"><script>pwned=1</script>`;
  const servers = [
    serverReport({
      number: 1,
      apps: {
        blog: { version: 'version-0', pointer: earlier },
        contact: { version: 'version-0', pointer: earlier, refused: 'RELEASE-REPLAYED' },
      },
    }),
    serverReport({ host: 'web-2', ready: false, problems: [`disk: ${hostile}`, 'pointers: contact (RELEASE-SITE)'] }),
    serverReport({ host: hostile, wall: hostile }),
  ];
  for (const server of servers) await log.write(server);
  const [, , gone] = servers;
  const then = new Date(Date.now() - 10 * 60_000);
  await utimes(join(reports, '.servers', `${gone?.id}.json`), then, then);

  const shown = (await (await room.enter('owner'))('/en/servers')).body;
  expect(shown).toContain('Look at 3 servers.');
  expect(shown).toContain('web-1, server 1');
  expect(shown).toContain('It hasn’t accepted what is live in the store yet.');
  expect(shown).toContain('RELEASE-REPLAYED');
  expect(shown).toContain('Not ready');
  expect(shown).toContain('It has said nothing since.');
  expect(shown).not.toContain('<script>');

  const ofTeam = (await (await room.enter('blog'))('/en/servers')).body;
  expect(ofTeam).toContain('version-0');
  expect(ofTeam).toContain('Not ready');
  expect(ofTeam).not.toMatch(/contact|RELEASE-|disk/);
});

test('everybody can read the servers and why a page is what it is, light and dark, wide and narrow', async ({
  browser,
  store,
  room,
}) => {
  const log = new ServerLog(reportsOf(store.folder));
  const long = 'a-version-with-a-name-as-long-as-fingerprints-may-be-0123456789';
  const pointer = { version: long, since: '2026-01-01T00:00:00.000Z' };
  await log.write(
    serverReport({ number: 1, ready: false, problems: ['store: away'], apps: { blog: { version: long, pointer } } }),
  );
  await log.write(serverReport({ number: 2 }));
  const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: true });
  const page = await context.newPage();
  await page.goto(room.link('owner'));
  await page.getByRole('button', { name: 'Come in' }).click();
  for (const path of ['/servers', '/why?address=/en/pricing']) {
    await page.goto(`${room.origin}/fr${path}`);
    expect(await axeViolations(page, { name: path }, 'all'), path).toEqual([]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await axeViolations(page, { name: path }, 'of appearance'), `${path} ${colorScheme}`).toEqual([]);
      }
      expect(await smallTargets(page), `${path} ${width}`).toEqual([]);
      const beside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beside, `${path} ${width}`).toBeLessThanOrEqual(0);
    }
  }
  await context.close();
});
