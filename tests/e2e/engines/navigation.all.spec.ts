import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { tracesOfWaitingPage } from '../support/waitingPage.ts';
import { expect, expectSoon, test } from './engineTest.ts';
import type { Visitor } from './Visitor.ts';

const { navigation, footer, common } = texts.en.shell;
const { privacy, services, team, pricing } = texts.en.marketing;

const scrollTo = (visitor: Visitor, top: number) =>
  visitor.evaluate((value) => window.scrollTo({ top: value, behavior: 'instant' }), top);

/** Goes from the footer of the services page to the privacy policy. Returns the scroll position of the press. */
async function goToPrivacy(visitor: Visitor): Promise<number> {
  await visitor.visit(addresses.en.services);
  // Offscreen content gets its web fonts in chunks, which may change its height.
  await expectSoon(() => visitor.count('[style*="content-visibility: auto"]')).toBe(0);
  await visitor.find('footer a', footer.legal.privacy);
  const place = await visitor.scrolled();
  expect(place).toBeGreaterThan(1000);
  await visitor.press('footer a', footer.legal.privacy);
  await expectSoon(() => visitor.text('h1')).toBe(privacy.title);
  return place;
}

/** In the page: pages begin in an inert document, where pictures don't load. */
function firstPictures(): string {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img:not([loading="lazy"])')];
  const missing = pictures.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
  return pictures.length > 0 && missing.length === 0 ? 'all there' : `missing of ${pictures.length}: ${missing}`;
}

test('a visitor who follows links stays in the document, with the focus on each new heading and with pictures', async ({
  visitor,
}) => {
  await visitor.visit(addresses.en.home);
  await visitor.mark();
  for (const [name, title] of [
    [navigation.services, services.title],
    [navigation.pricing, pricing.title],
    [navigation.team, team.title],
  ] as const) {
    await visitor.press('header a', name);
    await expectSoon(() => visitor.text('h1')).toBe(title);
    await expectSoon(() => visitor.isFocused('h1')).toBe(true);
    await expectSoon(() => visitor.evaluate(firstPictures)).toBe('all there');
  }
  expect(await visitor.path()).toBe(addresses.en.team);
  expect(await visitor.evaluate(() => document.title)).toContain(texts.en.shell.routes.team.title);
  expect(await visitor.isMarked()).toBe(true);
});

test('a page that waits for its link to be followed is found by nobody, and is then shown', async ({ visitor }) => {
  await visitor.visit(addresses.en.services);
  // Until its web fonts have taken their place, which this waits for, the page itself changes its height.
  await visitor.find('header a', navigation.team);
  const height = await visitor.evaluate(() => document.documentElement.scrollHeight);
  await visitor.evaluate((path) => {
    const link = document.querySelector(`header a[href="${path}"]`);
    link?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  }, addresses.en.team);
  await expectSoon(() => visitor.evaluate(() => document.querySelectorAll('[data-waiting] h1').length)).toBe(1);
  expect(await visitor.evaluate(tracesOfWaitingPage)).toEqual([]);
  expect(await visitor.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  await visitor.press('header a', navigation.team);
  await expectSoon(() => visitor.text('h1')).toBe(team.title);
});

test('a visitor who goes back and forward finds each page at its scroll position', async ({ visitor }) => {
  const place = await goToPrivacy(visitor);
  await expectSoon(() => visitor.scrolled()).toBe(0);
  await scrollTo(visitor, 400);
  await visitor.go(-1);
  await expectSoon(() => visitor.text('h1')).toBe(services.title);
  await expectSoon(() => visitor.scrolled()).toBe(place);
  await visitor.go(1);
  await expectSoon(() => visitor.text('h1')).toBe(privacy.title);
  await expectSoon(() => visitor.scrolled()).toBe(400);
});

test('a visitor who goes back and at once forward again finds the page at its scroll position', async ({ visitor }) => {
  await goToPrivacy(visitor);
  await scrollTo(visitor, 400);
  await visitor.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.popped = '';
    addEventListener('popstate', () => {
      dataset.popped += '+';
    });
  });
  const popped = () => visitor.evaluate(() => document.documentElement.dataset.popped);
  await visitor.go(-1);
  await expectSoon(popped).toBe('+');
  await visitor.go(1);
  await expectSoon(popped).toBe('++');
  await expectSoon(() => visitor.text('h1')).toBe(privacy.title);
  await expectStill(visitor, 400);
});

test('a visitor who goes back and forward quickly finds each page at its scroll position', async ({ visitor }) => {
  await visitor.visit(addresses.en.services);
  await scrollTo(visitor, 1500);
  await visitor.press('header a', navigation.pricing);
  await expectSoon(() => visitor.text('h1')).toBe(pricing.title);
  await scrollTo(visitor, 600);
  await visitor.press('header a', navigation.team);
  await expectSoon(() => visitor.text('h1')).toBe(team.title);
  await scrollTo(visitor, 300);
  await goQuickly(visitor, [-1, -1, 1]);
  await expectSoon(() => visitor.text('h1')).toBe(pricing.title);
  await expectStill(visitor, 600);
  await goQuickly(visitor, [1, -1, -1, 1, 1]);
  await expectSoon(() => visitor.text('h1')).toBe(team.title);
  await expectStill(visitor, 300);
});

test('a visitor who comes back from another document finds the page at its scroll position', async ({ visitor }) => {
  await visitor.visit(addresses.en.services);
  await visitor.press('header a', navigation.team);
  await expectSoon(() => visitor.text('h1')).toBe(team.title);
  await scrollTo(visitor, 600);
  await visitor.open('/robots.txt');
  await visitor.go(-1);
  await expectSoon(() => visitor.path()).toBe(addresses.en.team);
  await visitor.hydrated();
  await expectStill(visitor, 600);
});

test('a visitor who reloads a page keeps the scroll position', async ({ visitor }) => {
  await visitor.visit(addresses.en.services);
  await scrollTo(visitor, 600);
  await visitor.reload();
  await visitor.hydrated();
  await expectStill(visitor, 600);
});

test('a link to a section scrolls to it and focuses its heading', async ({ visitor }) => {
  await visitor.visit(addresses.en.home);
  await visitor.press('main a', texts.en.marketing.home.features.visibility.link);
  await expectSoon(() => visitor.path()).toBe(`${addresses.en.services}#email`);
  await expectSoon(() => visitor.isFocused('#email h2')).toBe(true);
  await expectSoon(() => visitor.isInWindow('#email h2')).toBe(true);
});

test('the button to the top appears on scroll, scrolls up and moves the focus to the top', async ({ visitor }) => {
  const button = `[aria-label="${common.goToTop}"]`;
  await visitor.visit(addresses.en.home);
  expect(
    await visitor.evaluate(
      (name) => document.querySelector(name)?.checkVisibility({ visibilityProperty: true }),
      button,
    ),
  ).toBe(false);
  await visitor.wheel(1500);
  await expectSoon(() => visitor.scrolled()).toBeGreaterThan(500);
  await visitor.press(button);
  await expectSoon(() => visitor.scrolled()).toBe(0);
  expect(await visitor.isFocused('#top')).toBe(true);
});

test('a visitor who changes the language stays in the document, and the site remembers the language', async ({
  visitor,
}) => {
  await visitor.visit(addresses.en.pricing);
  await visitor.mark();
  await visitor.press('header a', 'Français');
  await expectSoon(() => visitor.path()).toBe(addresses.fr.home);
  await expectSoon(() => visitor.evaluate(() => document.documentElement.lang)).toBe('fr');
  await expectSoon(() => visitor.text('main')).toContain(texts.fr.marketing.home.hero.lead);
  expect(await visitor.isMarked()).toBe(true);
  await visitor.open('/');
  await expectSoon(() => visitor.path()).toBe(addresses.fr.home);
});

test('an unknown address shows the 404 page, and its button leads to the home page', async ({ visitor }) => {
  await visitor.visit(addresses.es.notFound);
  expect(await visitor.text('h1')).toBe(texts.es.shell.notFound.title);
  // The digits have another width until their web font is there.
  const zeroToDigit = () =>
    visitor.evaluate(() => {
      const parts = [...document.querySelectorAll('[role="img"][aria-label="404"] > *')];
      const [digit = 0, zero = 0] = parts.map((part) => part.getBoundingClientRect().width);
      return zero / digit;
    });
  await expectSoon(zeroToDigit, 'the drawn zero is as wide as a digit, or wider').toBeGreaterThan(0.8);
  await visitor.press('main a', texts.es.shell.notFound.home);
  await expectSoon(() => visitor.path()).toBe(addresses.es.home);
});

/** Steps through the history as fast as a hurried visitor: a driver takes longer for each step. */
const goQuickly = (visitor: Visitor, steps: readonly number[]) =>
  visitor.evaluate(async (all) => {
    for (const step of all) {
      const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      history.go(step);
      await popped;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, steps);

/** Expects the page at a scroll position, and that it stays there for some frames, in case something still scrolls it. */
async function expectStill(visitor: Visitor, place: number): Promise<void> {
  const seenPlaces = () =>
    visitor.evaluate(async () => {
      const seen = new Set<number>();
      for (let frame = 0; frame < 20; frame += 1) {
        await new Promise(requestAnimationFrame);
        seen.add(Math.round(scrollY));
      }
      return [...seen];
    });
  await expectSoon(seenPlaces).toEqual([place]);
}
