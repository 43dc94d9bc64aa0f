/** The control room in a browser: read with the keyboard, without scripts, in both themes, and with hostile words in every field. */
import { expect } from '@playwright/test';
import { Host } from '@site/testkit/host/Host.ts';
import { programEnvironment } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { axeViolations, movingParts, smallTargets } from '../accessible/axeViolations.ts';
import { attack, comeIn, hidden, inContext, pathsOf, test } from './controlRoomTest.ts';

test('hostile words in every field of a release stay words', async ({ browser, room }) => {
  await inContext(
    () => browser.newContext({ locale: 'en-GB' }),
    async (page) => {
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('dialog', () => complaints.push('a dialog'));
      page.on('request', (request) => {
        if (!request.url().startsWith(room.origin)) complaints.push(request.url());
      });
      await comeIn(page, room);
      for (const path of pathsOf(room)) {
        const answer = await page.goto(`${room.origin}/en${path}`);
        expect(answer?.status(), path).toBe(path === '/apps/none' ? 404 : 200);
        const inside = page.locator(
          'img, script:not([src^="/files/"]), iframe, object, base, form[action*="evil"], [onerror], style, [style]',
        );
        expect(await inside.count(), path).toBe(0);
        expect(await page.evaluate(() => Reflect.has(window, 'pwned')), path).toBe(false);
        const text = await page.locator('body').innerText();
        for (const character of hidden.trim().replace('[2J', '')) expect(text, path).not.toContain(character);
      }
      await page.goto(`${room.origin}/en/apps/blog/${room.hostile}`);
      const shown = page.getByRole('main');
      for (const place of [/^Published by/, /^Commit/, /^Repository/])
        await expect(shown.locator('dl > div').filter({ hasText: place })).toContainText(attack);
      await expect(shown.getByRole('region', { name: 'Titles and words' })).toContainText(attack.slice(0, 120));
      await expect(shown, 'a fault has its file and line').toContainText('src/pages/list/ListPage.tsx:12:7');
      await expect(shown.getByRole('region', { name: 'What it asks for' })).toContainText(`evil (${attack}`);
      const texts = shown.getByRole('region', { name: 'Texts in its pages' });
      await expect(texts.getByRole('row').filter({ hasText: 'list.lead' }).locator('ins')).toContainText([attack]);
      await expect(texts.getByRole('row').nth(100)).toBeVisible();
      await expect(texts.getByRole('row').nth(101)).toHaveCount(0);
      await expect(shown).toContainText(/And [\d,]+ more texts/);
      // The page of an app that doesn’t exist.
      expect(complaints).toEqual([expect.stringContaining('404')]);
    },
  );
});

test('the command gives whoever has a key a link that lets them in', async ({ page, room }) => {
  const run = (...options: readonly string[]) =>
    Host.get().run(['control-room', '--at', room.origin, ...options], {
      ...programEnvironment,
      RELEASES: testedReleases,
    });
  const { code, stdout } = await run('--key', room.keyFile);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(`^${room.origin}/enter/[\\w-]{43}\n$`) });
  await page.goto(stdout.trim());
  await page.getByRole('button', { name: 'Come in' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('You hold the key local');
  expect(await run(), 'without a key').toMatchObject({ code: 1, stderr: expect.stringContaining('--key FILE') });
  expect(await run('--key', room.keyFile, '--at', 'http://elsewhere.example'), 'in the clear').toMatchObject({
    code: 2,
    stderr: expect.stringContaining('use its https address'),
  });
});

test('all of it can be read with the keyboard alone, without scripts', async ({ browser, room }) => {
  await inContext(
    () => browser.newContext({ locale: 'es-ES', javaScriptEnabled: false }),
    async (page) => {
      const press = async (name: string, times = 40) => {
        const focused = page.locator(':focus');
        for (let pressed = 0; pressed < times; pressed += 1) {
          await page.keyboard.press('Tab');
          if ((await focused.innerText().catch(() => '')).trim() === name) return await page.keyboard.press('Enter');
        }
        throw new Error(`The keyboard doesn’t reach “${name}” on ${page.url()}.`);
      };
      await page.goto(room.origin);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entra con tu clave');
      await expect(page.getByRole('main')).toContainText('npx site control-room');
      await page.goto(room.link());
      await press('Entrar');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lo que está publicado');
      await press('English');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is live');
      await press('To the content', 1);
      await press('Find');
      await expect(page).toHaveURL(/\?q=/);
      await page.locator('#q').focus();
      await page.keyboard.type('BLOG');
      await page.keyboard.press('Enter');
      await expect(page.locator('.apps > li')).toHaveCount(1);
      await press('blog');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('blog');
      await expect(page.getByRole('region', { name: 'Rollout' })).toContainText('30% of visitors');
      await press(room.hostile);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`blog ${room.hostile}`);
      await expect(page.getByRole('region', { name: 'If it went live' })).toBeVisible();
      await press('Map of the site');
      await expect(page.getByRole('main')).toContainText('/es/blog');
      await press('Who did what');
      await expect(page.locator('.log > li').first()).toContainText(`blog ${room.hostile} went to 30% of visitors`);
      await expect(page.locator('.log > li').first()).toContainText('key local');
      await press('Leave', 200);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Entra con tu clave');
    },
  );
});

test('everybody can read it, light and dark, wide and narrow', async ({ browser, room }) => {
  await inContext(
    () => browser.newContext({ locale: 'en-GB' }),
    async (page) => {
      await page.goto(room.link());
      expect(await axeViolations(page, { name: 'entrance' }, 'all')).toEqual([]);
      await comeIn(page, room);
      for (const path of pathsOf(room)) {
        await page.goto(`${room.origin}/fr${path}`);
        expect(await axeViolations(page, { name: path }, 'all'), path).toEqual([]);
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            const seen = `${path} ${width} ${colorScheme}`;
            expect(await axeViolations(page, { name: path }, 'of appearance'), seen).toEqual([]);
          }
          expect(await smallTargets(page), `${path} ${width}`).toEqual([]);
          const beside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(beside, `${path} ${width}`).toBeLessThanOrEqual(0);
        }
      }
    },
  );
});

test('in colours of their own and on paper, readers see where they are and what can be pressed', async ({
  browser,
  room,
}) => {
  await inContext(
    () => browser.newContext({ locale: 'en-GB', forcedColors: 'active', reducedMotion: 'reduce' }),
    async (page) => {
      await comeIn(page, room);
      expect(await movingParts(page)).toEqual([]);
      const line = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const { borderBottomWidth, borderBottomColor } = getComputedStyle(element);
            return [Number.parseFloat(borderBottomWidth) > 0, borderBottomColor];
          });
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(await line('.places a:not([aria-current])'), 'another page').toEqual([true, ground]);
      for (const seen of ['.places [aria-current]', '.badge', '.button'])
        expect(await line(seen), seen).toEqual([true, expect.not.stringMatching(ground.replace(/[()]/g, '\\$&'))]);

      await page.emulateMedia({ media: 'print' });
      await page.goto(`${room.origin}/en/apps/blog/${room.hostile}`);
      for (const control of ['.skip', '.places', '.languages', '.foot', 'main form'])
        await expect(page.locator(control).filter({ visible: true }), control).toHaveCount(0);
      await expect(page.locator('.table').first()).toHaveCSS('overflow-x', 'visible');
    },
  );
});

test('the bar has room for seven French names on a phone', async ({ browser, room }) => {
  await inContext(
    () => browser.newContext({ locale: 'fr-FR', viewport: { width: 390, height: 844 } }),
    async (page) => {
      await page.goto(room.link());
      await page.getByRole('button', { name: 'Entrer' }).click();
      const places = page.locator('.places ul');
      await places.evaluate((list) => {
        while (list.children.length < 7) list.append(list.children[0]?.cloneNode(true) ?? '');
      });
      await expect(places.locator('a')).toHaveCount(7);
      expect(await smallTargets(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      const brand = await page.locator('.brand').boundingBox();
      const languages = await page.locator('.languages').boundingBox();
      expect(languages?.y, 'the languages stand beside the brand').toBe(brand?.y);
    },
  );
});
