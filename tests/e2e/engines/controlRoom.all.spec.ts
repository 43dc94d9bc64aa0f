/** The control room in Firefox and WebKit. Chromium: tests/e2e/releases/controlRoom.spec.ts. */
import { readFile } from 'node:fs/promises';
import { openRoom, pathsOf, type Room } from '../releases/controlRoomTest.ts';
import { hasFallback, partsOf, refusedParts } from './builtStyles.ts';
import { test as engineTest, expect, expectSoon } from './engineTest.ts';
import type { Visitor } from './Visitor.ts';

const titles = { en: 'What is live', es: 'Lo que está publicado', fr: 'Ce qui est en ligne' } as const;
const comeIn = 'main form button';
const leave = '.foot button';

const test = engineTest.extend<object, { readonly room: Room }>({
  room: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const room = await openRoom();
      await use(room);
      await room.close();
    },
    { scope: 'worker' },
  ],
});

/** Comes in with a link, by pressing its button. */
async function enter(visitor: Visitor, room: Room): Promise<void> {
  visitor.origin = room.origin;
  await visitor.open(room.link());
  await visitor.press(comeIn);
  await expectSoon(() => visitor.count(leave)).toBe(1);
}

test('all of it is reached with the keyboard, and shows where the focus is', async ({ visitor, room }) => {
  visitor.origin = room.origin;
  await visitor.open(room.link());
  await tabTo(visitor, comeIn);
  await visitor.key('Enter');
  await expectSoon(() => visitor.text('h1')).toBe(titles.en);

  await visitor.open('/en');
  await visitor.key('Tab');
  expect(await visitor.isFocused('.skip'), 'the first stop leads past the bar').toBe(true);
  await visitor.key('Enter');
  await expectSoon(() => visitor.path()).toBe('/en#content');
  await visitor.key('Tab');
  expect(await visitor.isFocused('main *'), 'the next stop is in the content').toBe(true);

  await tabTo(visitor, '#q');
  await visitor.type('BLOG');
  await visitor.key('Enter');
  await expectSoon(() => visitor.count('.apps > li')).toBe(1);

  await visitor.resize(390, 844);
  await visitor.open(`/en/apps/blog/${room.hostile}`);
  const tables = await visitor.count('.table');
  expect(tables).toBeGreaterThan(1);
  for (let table = 0; table < tables; table += 1) await tabTo(visitor, '.table');
  await tabTo(visitor, leave);
  await visitor.key('Enter');
  await expectSoon(() => visitor.count(leave)).toBe(0);
});

test('whoever has a key comes in, reads every page in every language, and goes out', async ({ visitor, room }) => {
  await enter(visitor, room);
  for (const [language, title] of Object.entries(titles)) {
    await visitor.press(`.languages a[lang="${language}"]`);
    await expectSoon(() => visitor.text('h1')).toBe(title);
    // French words are the longest.
    await expectPages(visitor, pathsOf(room), language, language === 'fr' ? 390 : 1440);
  }
  await visitor.press(leave);
  await expectSoon(() => visitor.path()).toMatch(/^\/..$/);
  expect(await visitor.count(leave), 'out').toBe(0);
});

test.describe('without JavaScript, in the dark', () => {
  test.use({ dark: true, plain: true });

  test('whoever has a key comes in, reads every page, and goes out', async ({ visitor, room }) => {
    await enter(visitor, room);
    await expectPages(visitor, pathsOf(room).slice(0, 4), 'es', 390);
    await visitor.open('/en/apps/blog/end-rollout');
    expect(await visitor.count('#signing'), 'a form that couldn’t sign').toBe(0);
    expect(await visitor.text('.command'), 'what does the same').toContain('npx site');
    expect(await visitor.evaluate(groundOf), 'the ground is darker than the text').toBe('dark');
    await visitor.press(leave);
    await expectSoon(() => visitor.count(leave)).toBe(0);
  });
});

test.describe('acts', () => {
  const byFile = test.extend<{ readonly ownRoom: Room }>({
    // biome-ignore lint/correctness/noEmptyPattern: as above
    ownRoom: async ({}, use) => {
      const room = await openRoom();
      await use(room);
      await room.close();
    },
  });

  byFile(
    'somebody signs with the file of their key, and the browser keeps it for the next time',
    async ({ visitor, ownRoom: room }) => {
      await enter(visitor, room);
      await visitor.open('/en/apps/blog/end-rollout');
      await expectSoon(() => visitor.count('#signing')).toBe(1);
      await visitor.evaluate(chooseFile, '#key-file', await readFile(room.keyFile, 'utf8'));
      await expectSoon(() => visitor.text('#signed-facts')).toContain('local');
      await visitor.press('label.check');
      await visitor.press('#signing > button');
      await expectSoon(() => visitor.text('#outcome strong')).toMatch(/ is live\.$/);

      await visitor.open(`/en/apps/blog/${room.hostile}/discard`);
      await expectSoon(() => visitor.text('#key-kept')).toContain('local');
      await visitor.press('#signing > button');
      await expectSoon(() => visitor.text('#outcome strong')).toBe(`${room.hostile} is gone.`);
      await visitor.open('/en/apps/blog');
      expect(await visitor.text('main')).not.toContain(room.hostile);
    },
  );
});

test('the engine supports everything in the style sheet of the room, or there is a fallback', async ({
  visitor,
  room,
  engine,
}) => {
  visitor.origin = room.origin;
  await visitor.open('/en');
  const address = await visitor.evaluate(() => document.querySelector<HTMLLinkElement>('[rel=stylesheet]')?.href ?? '');
  const text = await (await fetch(address)).text();
  expect(text).toContain('.bar');
  const refused = await visitor.evaluate(refusedParts, partsOf([{ file: address, text }]));
  expect(refused.filter((part) => !hasFallback(engine, part))).toEqual([]);
});

/** Fails unless every page has a title and fits a window of this width. */
async function expectPages(visitor: Visitor, paths: readonly string[], language: string, width: number): Promise<void> {
  await visitor.resize(width, 900);
  const faults: string[] = [];
  for (const path of paths) {
    await visitor.open(`/${language}${path}`);
    const { lang, title, beside } = await visitor.evaluate(() => ({
      lang: document.documentElement.lang,
      title: document.querySelector('main h1')?.textContent,
      beside: document.documentElement.scrollWidth - innerWidth,
    }));
    if (lang !== language || !title || beside > 0) faults.push(`${path} ${width}: ${lang}, ${title}, ${beside}`);
  }
  expect(faults).toEqual([]);
}

/** Presses Tab until an element has the focus, the next one if it has it already; each stop on the way must be seen. */
async function tabTo(visitor: Visitor, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await visitor.key('Tab');
    // Engines scroll to what has the focus when they draw the page.
    await expectSoon(() => visitor.evaluate(unseenFocus), await visitor.path()).toBeNull();
    if (await visitor.isFocused(selector)) return;
  }
  throw new Error(`The keyboard doesn’t reach ${selector} on ${await visitor.path()}.`);
}

/** Runs in the page: chooses a file with a text, as if from its dialog. */
function chooseFile(selector: string, text: string): void {
  const input = document.querySelector<HTMLInputElement>(selector);
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], 'ada.key'));
  if (input) input.files = chosen.files;
  input?.dispatchEvent(new Event('change'));
}

/** Runs in the page: what has the focus without a ring around it, or outside of the window. */
function unseenFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const { top, bottom, left, right } = focused.getBoundingClientRect();
  const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && isInWindow
    ? null
    : focused.outerHTML.slice(0, 120);
}

/** Runs in the page: whether its ground is darker than its text, by the colours that the engine has computed. */
function groundOf(): 'dark' | 'light' {
  const { backgroundColor, color } = getComputedStyle(document.body);
  const lightness = (text: string) =>
    (text.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  return lightness(backgroundColor) < lightness(color) ? 'dark' : 'light';
}
