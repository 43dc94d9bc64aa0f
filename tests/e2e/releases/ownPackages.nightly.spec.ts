import { dirname, join } from 'node:path';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { Team } from '@site/testkit/site/Team.ts';
import { expect, test } from '../support/serverTest.ts';

/** Most of the time is npm's. */

const page = 'src/pages/events/EventsPage.tsx';

/** Leaflet 1.9 itself sets `innerHTML`, which the site's Trusted Types refuse. */
const map = `const width = window.innerWidth;

export default function EventsMap() {
  return <div data-map={width} />;
}
`;

const imports = `import { browserOnly } from '@site/shared';
import { format } from 'date-fns';
import { DayPicker } from 'react-day-picker';
import 'react-day-picker/style.css';
import { z } from 'zod';

z.config({ jitless: true });
const day = z.object({ on: z.string() });
const EventsMap = browserOnly(() => import('./EventsMap.tsx'), { fallback: <div data-fallback="" /> });
`;

const content = `        <div data-day={day.parse({ on: format(new Date(2026, 0, 2), 'yyyy-MM-dd') }).on}>
          <DayPicker defaultMonth={new Date(2026, 0, 1)} today={new Date(2026, 0, 5)} mode="single" />
        </div>
        <EventsMap />
`;

// For the copy of the project, too: it takes a while where other tests run.
test.setTimeout(900_000);

test('a team’s page with a date picker, a part for browsers, and packages for dates and schemas is published, a visitor uses it, and the owner agrees to it', async ({
  startOwnSite,
  page: tab,
}) => {
  const [team, store] = await Promise.all([Team.found('events'), ReleaseStore.create()]);
  await team.pack();
  await team.create();
  const keys = await team.admitTo(store.folder);
  const site = await startOwnSite({ releases: store.folder, environment: keys });
  await team.write('src/pages/events/EventsMap.tsx', map);
  await team.change(page, (code) => imports + code.replace('<Section first>\n', `<Section first>\n${content}`));
  await test.step('what package.json doesn’t name is refused with its line', async () => {
    const { code, output } = await team.attempt(site.origin, 'check', 'boundaries');
    expect(code).toBe(1);
    expect(output).toContain(`${page}:3: BUILD-IMPORT`);
    expect(output).toContain('npm install react-day-picker');
  });
  const packages = ['date-fns@4', 'react-day-picker@9', 'zod@4'];
  await team.run('npm', 'install', '--no-audit', ...packages);
  await team.run('npx', 'site', 'check', 'types', 'boundaries', 'styles');
  const first = await team.release(site.origin, 'publish', '--promote');
  expect(first).toContain('is live');
  expect(first).toMatch(/asks for:\n {2}packages: date-fns@4\S+, .*react-day-picker@9\S+, zod@4\S+\n {2}page events: /);

  const html = async () => (await fetch(`${site.origin}/en/events`)).text();
  await expect.poll(html).toContain('data-day="2026-01-02"');
  expect(await html()).toContain('data-fallback');
  const problems: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  tab.on('pageerror', ({ message }) => problems.push(message));
  await tab.goto(`${site.origin}/en/events`);
  await expect(tab.locator('[data-map="1280"]')).toBeAttached();
  await tab.getByRole('button', { name: /January 15th, 2026/ }).click();
  await expect(tab.locator('.rdp-selected')).toHaveText('15');
  expect(problems).toEqual([]);

  await test.step('once the owner has agreed to what is live, a version that asks for more waits for another yes', async () => {
    const owner = { ...keys, RELEASE_KEY: join(dirname(keys.TRUSTED_KEYS ?? ''), 'local.key') };
    const agreed = await store.run(['policy', '--agree', `events@${await store.live('events')}`], owner);
    expect(agreed.stdout).toMatch(/Agreed with events: .*\+zod@4/);
    await team.change('src/remote.ts', (code) => code.replace("['menu']", "['menu', 'footer']"));
    const published = await team.release(site.origin, 'publish');
    expect(published).toMatch(/asks for, beyond events@\w+:\n {2}navigation: footer: events\nBefore it goes live/);
    const [, version = ''] = /events@(\w+) is published/.exec(published) ?? [];
    const waiting = await team.attempt(site.origin, 'promote', version);
    expect(waiting.code).toBe(1);
    const [, remedy = ''] = /RELEASE-AGREE .*: npx site (policy .*)/.exec(waiting.output) ?? [];
    expect((await store.run(remedy.split(' '), owner)).stdout).toContain('+footer: events');
    expect(await team.release(site.origin, 'promote', version)).toContain('is live');
  });
  await Promise.all([team.leave(), store.remove()]);
});
