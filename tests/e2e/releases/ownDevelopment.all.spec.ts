import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readyOrigin, stopProgram } from '@site/testkit/site/program.ts';
import { expect as quickExpect, test } from './eventsTest.ts';
import { seen, wholeMap } from './leafletMap.ts';
import { eventsToken } from './releasedEvents.ts';

/** Allows time to compile a change on a busy machine. */
const expect = quickExpect.configure({ timeout: 40_000 });

test('while a team develops in the running site, its means work as they do there, and its API needn’t', async ({
  team,
  events: { origin: site, api },
  page,
  watched,
}) => {
  // The development server's own scripts are inline, and its pages are loaded again.
  watched.allow(/.*/s);
  const recorded = ['--record', `events=${api.address}`];
  const development = team.develop(['--site', site, ...recorded], { REMOTE_API_EVENTS: eventsToken });
  const origin = await readyOrigin(development);
  const html = async (path: string) => await (await fetch(origin + path)).text();

  await test.step('a file stands in for the API', async () => {
    await expect.poll(() => html('/en/events')).toContain('Open day');
    expect(api.asked.filter((asked) => asked.includes('upcoming'))).toEqual([]);
  });

  await test.step('what has no file is recorded from the API itself', async () => {
    // A page that is rendered for the first time may have no time left for its data.
    await expect.poll(() => html('/en/events/mail-talk')).toContain('Why “spam” is a folder.');
    expect(development.output()).toContain('Recorded fixtures/events/mail-talk.json');
    const file = await readFile(join(team.repository, 'fixtures/events/mail-talk.json'), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ id: 'mail-talk', place: 'Madrid' });
  });

  await test.step('a map of a package is there', async () => {
    await page.goto(`${origin}/en/events/plan`);
    await expect.poll(() => page.evaluate(seen)).toEqual(wholeMap);
  });

  await test.step('a class of Tailwind that is changed shows up in the open page', async () => {
    await page.goto(`${origin}/en/events/venue`);
    const poster = page.locator('[data-poster]');
    await expect(poster).toHaveCSS('padding', '16px');
    await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
    // No other component has used it before.
    await team.change('src/pages/venue/VenuePage.tsx', (code) => code.replace(' p-4 ', ' p-11 '));
    await expect(poster).toHaveCSS('padding', '44px');
    await team.change('src/pages/venue/app.css', (css) => css.replace('#804020', '#208040'));
    await expect(poster).toHaveCSS('background-color', 'rgb(32, 128, 64)');
    await expect(page.locator('html'), 'nothing was loaded again').toHaveAttribute('data-same', '');
  });
  // A page that is still open would ask the server for more.
  await page.goto('about:blank');
  await stopProgram(development);
});

test('a team that records an API that its remote doesn’t have is told so', async ({ team }) => {
  const development = team.develop(['--record', 'evnts=http://127.0.0.1:1/']);
  expect(await development.exited).toBe(2);
  expect(development.output()).toContain('SITE-USAGE No remote here declares the API "evnts"');
});
