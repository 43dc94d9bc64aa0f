import type { Browser, Page } from '@playwright/test';
import type { Click, ClickedPage, ClickedSite } from './clickedSite.ts';

/** How long a visitor is over a link before the click, in milliseconds: the page is prepared by then. */
const hoverTime = 1_500;

/** How long after the new page its event's measurement has arrived, in milliseconds. */
const settled = 500;

interface Seen {
  click: number;
  events: { readonly start: number; readonly duration: number }[];
  headings: number[];
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Opens a site's home page, hovers over a page's link and follows it, on a processor that is slowed down. */
export async function measureClick(
  browser: Browser,
  { origin, paths, awake, menu }: ClickedSite,
  to: ClickedPage,
  slowdown: number,
): Promise<Click> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(origin + paths.home, { waitUntil: 'networkidle' });
    if (awake) await page.locator(awake).waitFor({ state: 'attached' });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const links = page.locator(`a[href="${paths[to]}"]`);
    if (menu) await page.locator(menu).filter({ has: links }).first().hover();
    await links.filter({ visible: true }).first().hover();
    await page.waitForTimeout(hoverTime);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForFunction(() => window.seen.headings.some((time) => time > window.seen.click));
    await page.waitForTimeout(settled);
    return await read(page, paths[to]);
  } finally {
    await context.close();
  }
}

/** In the page: times the click, its event and the headings that are painted. */
function watch(): void {
  window.seen = { click: Number.NaN, events: [], headings: [] };
  const { seen } = window;
  addEventListener('click', ({ timeStamp }) => Object.assign(seen, { click: timeStamp }), { capture: true });
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration } of list.getEntries()) seen.events.push({ start, duration });
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.headings.push((entry as unknown as { renderTime: number }).renderTime);
  }).observe({ type: 'element', buffered: true });
  new MutationObserver(() => {
    for (const heading of document.querySelectorAll('h1:not([elementtiming])'))
      heading.setAttribute('elementtiming', '');
  }).observe(document, { childList: true, subtree: true });
}

async function read(page: Page, path: string): Promise<Click> {
  const { click, events, headings } = await page.evaluate(() => window.seen);
  const painted = headings.find((time) => time > click);
  if (painted === undefined) throw new Error(`The click on ${path} showed no new heading.`);
  const own = events.filter(({ start }) => Math.abs(start - click) < 1).map(({ duration }) => duration);
  return { frame: painted - click, event: Math.max(16, ...own) };
}
