import type { Browser, Page } from '@playwright/test';

/** A click on a link, in milliseconds. */
export interface Click {
  /** From the click to the first frame with the new page's heading. */
  readonly frame: number;
  /** The click's own duration, as Event Timing reports it: 16 or less counts as 16. */
  readonly event: number;
}

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

/** Opens a page, hovers over a link and follows it, on a processor that is slowed down. */
export async function measureClick(browser: Browser, from: string, path: string, slowdown: number): Promise<Click> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(from);
    await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
    await page.waitForLoadState('networkidle');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().hover();
    await page.waitForTimeout(hoverTime);
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForFunction(() => window.seen.headings.some((time) => time > window.seen.click));
    await page.waitForTimeout(settled);
    return await read(page, path);
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
