/** What the owner decides in the control room: what teams ask for, and when nothing goes live. Read and signed in a browser. */
import { expect, type Page } from '@playwright/test';
import { routePolicy } from '@site/releases/policy.ts';
import { Host } from '@site/testkit/host/Host.ts';
import { liveVersion } from '@site/testkit/site/faults/variant.ts';
import { programEnvironment } from '@site/testkit/site/program.ts';
import { axeViolations, smallTargets } from '../accessible/axeViolations.ts';
import { comeIn, inContext, openRoom, type Room, test as withRoom } from './controlRoomTest.ts';

/** Each test changes the policy: it has a room of its own. */
const test = withRoom.extend<{ readonly own: Room }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  own: async ({}, use) => {
    const room = await openRoom();
    await use(room);
    await room.close();
  },
});

test.use({ locale: 'en-GB' });

const asked = (remote: string, prefix: string): string =>
  JSON.stringify({ remote, prefixes: { fr: [prefix] } }, null, 2);

/** Runs a command on the room's store, with its key. */
const command = async ({ store, keyFile }: Room, ...words: readonly string[]) =>
  await Host.get().run([...words, '--key', keyFile], { ...programEnvironment, RELEASES: store.location });

/** Signs what the page proposes, with the room's key. */
async function sign(page: Page, { keyFile }: Room, button: string): Promise<void> {
  await page.getByLabel('The file of your key').setInputFiles(keyFile);
  await page.getByRole('button', { name: button }).click();
}

test('the owner pastes what a team asks for, corrects what collides, and approves it', async ({ page, own }) => {
  await comeIn(page, own);
  await page.getByRole('link', { name: 'Map of the site' }).click();
  await page.getByRole('link', { name: 'What a team asks for' }).click();
  const field = page.getByLabel('The team’s request');
  await field.fill(asked('events', 'prix'));
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByRole('alert')).toContainText('/fr/prix, which marketing claims');
  await expect(field, 'what was pasted stays').toHaveValue(asked('events', 'prix'));
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  await field.fill(asked('events', 'evenements'));
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('/fr/evenements');
  expect(await own.store.read(routePolicy), 'looking changes nothing').toBeUndefined();
  await sign(page, own, 'Approve it for events');
  await expect(page.getByRole('status')).toContainText('The route policy is in force.');
  expect((await own.store.read(routePolicy))?.claims).toMatchObject({ events: { fr: ['events', 'evenements'] } });
  await page.getByRole('status').getByRole('link', { name: 'Map of the site' }).click();
  await expect(page.locator('.plots > li').filter({ hasText: 'events' })).toContainText('/fr/evenements');
});

test('the owner sees what a version asks for beside what is live, and agrees', async ({ page, own }) => {
  await command(own, 'policy', '--agree', `blog@${await liveVersion(own.store.location, 'blog')}`);
  const version = await own.publish({ packages: { zod: '4.1.0' } });
  await comeIn(page, own);
  await page.getByRole('link', { name: 'Map of the site' }).click();
  const blog = page.locator('.plots > li').filter({ has: page.getByRole('heading', { name: 'blog' }) });
  const proposed = blog.locator('.proposed > li').filter({ hasText: version });
  await expect(proposed).toContainText('packages zod@4.1.0');
  await proposed.getByRole('link', { name: 'Look at it and agree' }).click();
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('zod@4.1.0');
  await sign(page, own, 'Agree to what it asks for');
  await expect(page.getByRole('status')).toContainText('The route policy is in force.');
  expect((await own.store.read(routePolicy))?.agreed?.blog?.packages).toContain('zod@4.1.0');
});

test('the owner freezes the site: nothing new goes live, going back works, until they lift that', async ({
  page,
  own,
}) => {
  const version = await own.publish();
  await comeIn(page, own);
  await page.getByRole('link', { name: 'Map of the site' }).click();
  await page.getByRole('link', { name: 'Freeze the site' }).click();
  await page.getByLabel('Why?').fill('It’s Black Friday');
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('It’s Black Friday');
  await page.getByLabel('The file of your key').setInputFiles(own.keyFile);
  await expect(page.locator('#signed-facts'), 'one signs what one sees').toContainText('It’s Black Friday');
  await page.getByRole('button', { name: 'Freeze the site' }).click();
  await expect(page.getByRole('status')).toContainText('The site is frozen');

  const refused = {
    code: 1,
    stderr: expect.stringMatching(/RELEASE-FROZEN.*“It’s Black Friday”.*npx site freeze --lift/),
  };
  expect(await command(own, 'promote', 'blog', version)).toMatchObject(refused);
  await page.goto(`${own.origin}/en/apps/blog/${version}/promote`);
  await expect(page.getByRole('main'), 'nor in the room').toContainText('RELEASE-FROZEN');
  expect(await command(own, 'rollback', 'blog'), 'ends the rollout').toMatchObject({ code: 0 });
  await page.goto(`${own.origin}/en`);
  await expect(page.getByRole('region', { name: 'Nothing new goes live' })).toContainText('It’s Black Friday');

  await page.getByRole('link', { name: 'Lift the freeze' }).click();
  await sign(page, own, 'Lift the freeze');
  await expect(page.getByRole('status')).toContainText('The freeze is lifted.');
  expect(await command(own, 'promote', 'blog', version)).toMatchObject({ code: 0 });
});

test('a page that somebody was faster than says so, and lifts no freeze', async ({ page, own }) => {
  await command(own, 'freeze', 'first');
  await command(own, 'freeze', '--lift');
  await comeIn(page, own);
  await page.goto(`${own.origin}/en/policy`);
  await page.getByLabel('The team’s request').fill(asked('events', 'evenements'));
  await page.getByRole('button', { name: 'Look at it' }).click();
  await command(own, 'freeze', 'second');
  await sign(page, own, 'Approve it for events');
  await expect(page.getByRole('status')).toContainText('Somebody was faster');
  expect(await own.store.read(routePolicy)).toMatchObject({ frozen: { reason: 'second' } });
});

test('it is read with the keyboard alone and without scripts, light and dark, wide and narrow', async ({
  browser,
  room,
}) => {
  await command(room, 'freeze', 'Everything', 'waits');
  await inContext(
    () => browser.newContext({ locale: 'en-GB', javaScriptEnabled: false }),
    async (page) => {
      await comeIn(page, room);
      await page.goto(`${room.origin}/en/policy`);
      await page.getByLabel('The team’s request').focus();
      await page.keyboard.insertText(asked('events', 'evenements'));
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: 'What changes' })).toContainText('/fr/evenements');
      await expect(page.getByRole('main')).toContainText('npx site policy --request events.request.json');
    },
  );
  await inContext(
    () => browser.newContext({ locale: 'en-GB' }),
    async (page) => {
      await comeIn(page, room);
      const look = async (name: string) => {
        expect(await axeViolations(page, { name }, 'all'), name).toEqual([]);
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect(await axeViolations(page, { name }, 'of appearance'), `${name} ${width} ${colorScheme}`).toEqual([]);
          }
          // The label around the box is as high as a finger.
          const small = (await smallTargets(page)).filter((target) => !target.includes('id="key-keep"'));
          expect(small, `${name} ${width}`).toEqual([]);
          const beside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(beside, `${name} ${width}`).toBeLessThanOrEqual(0);
        }
      };
      for (const path of ['/map', '/freeze', '/policy', `/policy/agree/blog/${room.hostile}`]) {
        await page.goto(`${room.origin}/fr${path}`);
        await look(path);
      }
      for (const prefix of ['evenements', 'prix']) {
        await page.goto(`${room.origin}/fr/policy`);
        await page.locator('textarea').fill(asked('events', prefix));
        await page.getByRole('button', { name: 'Regarder' }).click();
        await expect(page.locator('.alert.err, #effect').first()).toBeVisible();
        await look(`a request for ${prefix}`);
      }
    },
  );
});
