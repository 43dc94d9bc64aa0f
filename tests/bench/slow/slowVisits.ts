import { type Browser, devices, type Locator, type Page } from '@playwright/test';
import { texts } from '@site/testkit/site/texts.ts';
import type { HttpsSite } from '../site/httpsSite.ts';

/** How much slower than this machine the phone is. */
export const slowdown = 6;

/** Where things are on a site's pages. */
export interface SitePages {
  readonly home: string;
  /** Selectors of the menu's button, and of a link in the open menu. */
  readonly menu: string;
  readonly link: string;
  /** Path of the page with the contact form; undefined if the site has none that sends anything. */
  readonly contact?: string;
}

/** When a visitor got something, in milliseconds since they asked for the page; undefined for what a site doesn't have. */
export interface SlowVisit {
  readonly firstText: number;
  readonly menuOpen: number;
  readonly nextPage: number;
  readonly formText?: number;
  readonly awake?: number;
  readonly isKept?: boolean;
  readonly confirmed?: number;
}

const timeout = 60_000;

/** Visits a site with a new phone for each of its pages. */
export async function slowVisit(browser: Browser, { origin }: HttpsSite, pages: SitePages): Promise<SlowVisit> {
  const browse = await withPhone(browser, origin + pages.home, (page, since) => useMenu(page, pages, since));
  if (!pages.contact) return browse;
  const contact = origin + pages.contact;
  const kept = await withPhone(browser, contact, writeBeforeScripts);
  const confirmed = await withPhone(browser, contact, sendAtOnce);
  return { ...browse, ...kept, confirmed };
}

/** Opens an address on a phone that has nothing of the site, and waits for the first text. */
async function withPhone<Result>(
  browser: Browser,
  address: string,
  use: (page: Page, since: number) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...devices['Pixel 5'], locale: 'en-GB' });
  context.setDefaultTimeout(timeout);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(address, { waitUntil: 'commit' });
    return await use(page, await page.evaluate(() => performance.timeOrigin));
  } finally {
    await context.close();
  }
}

/** When the first text of the document at a path is painted. In place, a page is painted once its heading is there. */
async function textAt(page: Page, path: string, since: number): Promise<number> {
  const painted = await page.waitForFunction(
    (wanted) => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (location.pathname !== wanted || !paint || !document.querySelector('h1')) return undefined;
      const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming;
      const isInPlace = new URL(navigation.name).pathname !== wanted;
      return performance.timeOrigin + (isInPlace ? performance.now() : paint.startTime);
    },
    path,
    { timeout },
  );
  return ((await painted.jsonValue()) ?? Number.NaN) - since;
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

const now = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin + performance.now());

/** How long a visitor waits before they tap once more, in milliseconds. */
const tapAgain = 300;

/** Taps at once, as a visitor does: Playwright's own taps wait until nothing moves. */
async function tap(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox({ timeout });
  if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

async function useMenu(
  page: Page,
  { menu, link }: SitePages,
  since: number,
): Promise<Pick<SlowVisit, 'firstText' | 'menuOpen' | 'nextPage'>> {
  const firstText = await textAt(page, pathOf(page), since);
  const target = page.locator(link).filter({ visible: true }).first();
  await tap(page, page.locator(menu).first());
  // A menu whose script hasn't come yet ignores the first taps.
  while (!(await target.isVisible())) {
    await page.waitForTimeout(tapAgain);
    if (!(await target.isVisible())) await tap(page, page.locator(menu).first());
  }
  const menuOpen = (await now(page)) - since;
  const path = new URL((await target.getAttribute('href')) ?? '', page.url()).pathname;
  await tap(page, target);
  return { firstText, menuOpen, nextPage: await textAt(page, path, since) };
}

const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  subject: 'A difference engine',
  message: 'Could you host one for me, please?',
};

async function write(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(message)) await page.locator(`[name="${name}"]`).fill(text);
}

async function writeBeforeScripts(
  page: Page,
  since: number,
): Promise<Required<Pick<SlowVisit, 'formText' | 'awake' | 'isKept'>>> {
  const formText = await textAt(page, pathOf(page), since);
  await write(page);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined, undefined, { timeout });
  const awake = (await now(page)) - since;
  const values = Object.keys(message).map((name) => page.locator(`[name="${name}"]`).inputValue());
  return { formText, awake, isKept: (await Promise.all(values)).join() === Object.values(message).join() };
}

async function sendAtOnce(page: Page, since: number): Promise<number> {
  await textAt(page, pathOf(page), since);
  await write(page);
  await page.locator('form button[type="submit"]').first().tap({ noWaitAfter: true });
  await page.getByText(texts.en.contact.form.sent).waitFor({ timeout });
  return (await now(page)) - since;
}
