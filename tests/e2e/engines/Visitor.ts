import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Driver, Key, PageFunction } from './drivers/Driver.ts';
import type { WatchingProxy } from './drivers/WatchingProxy.ts';

/** How long to wait, in milliseconds: on a busy machine these engines, which draw without a GPU, are slow. */
export const patience = 20_000;
const pollInterval = 50;

/**
 * A visitor with one tab of Firefox or WebKit. The drivers handle the differences between the two.
 *
 * By hand, on a running site (`npm start`), with Node 24, this prints a page's complaints and takes a screenshot:
 *
 *     import { writeFile } from 'node:fs/promises';
 *     import { findEngine } from './tests/e2e/engines/startEngine.ts';
 *
 *     const start = await findEngine('webkit'); // or 'firefox'
 *     const { visitor, close } = await start({ origin: 'http://127.0.0.1:3000', dark: true });
 *     await visitor.resize(390, 844);
 *     await visitor.visit('/en/team'); // opens the page, and waits until it is hydrated
 *     await visitor.press('header summary'); // a real press, in the middle of its visible part
 *     await visitor.press('header a', 'Pricing'); // the visible one with this text
 *     console.log(await visitor.evaluate((name) => document.querySelector(name)?.textContent, 'h1'));
 *     await visitor.go(-1);
 *     await visitor.until(async () => (await visitor.path()) === '/en/team');
 *     await writeFile('team.png', await visitor.screenshot());
 *     console.log(await visitor.complaints());
 *     await close();
 */
export class Visitor {
  /** The origin of addresses without one. */
  origin: string;
  readonly #driver: Driver;
  readonly #proxy: WatchingProxy;

  constructor(driver: Driver, proxy: WatchingProxy, origin: string) {
    this.#driver = driver;
    this.#proxy = proxy;
    this.origin = origin;
  }

  /** The browser's name and version. */
  get browser(): string {
    return this.#driver.name;
  }

  /** Opens an address and waits until it is loaded. */
  open = (address: string): Promise<void> => this.#driver.open(new URL(address, this.origin).href);

  /** Opens an address and waits until the page is hydrated. */
  async visit(address: string): Promise<void> {
    await this.open(address);
    await this.hydrated();
  }

  /**
   * Opens an address, with a function that runs in the page before the site's scripts come, and waits until it is hydrated. The
   * address has a query of its own: a document that the browser has in its cache doesn't have the function.
   */
  async visitAfter(early: () => void, address: string): Promise<void> {
    this.#proxy.early = early;
    await this.open(`${address}?early=${randomUUID()}`);
    this.#proxy.early = undefined;
    await this.hydrated();
  }

  async hydrated(): Promise<void> {
    const isHydrated = () => this.evaluate(() => document.documentElement.dataset.hydrated !== undefined);
    await this.until(isHydrated, `${await this.path()} is hydrated`);
  }

  reload = (): Promise<void> => this.#driver.reload();

  /** Presses the browser's back or forward button, without waiting for the page. */
  go = (steps: -1 | 1): Promise<void> => this.#driver.go(steps);

  /** Resizes the window, and waits until the page has the new size. */
  async resize(width: number, height: number): Promise<void> {
    await this.#driver.resize(width, height);
    await this.until(async () => (await this.evaluate(() => innerWidth)) === width, `the window is ${width} wide`);
  }

  screenshot = (): Promise<Uint8Array> => this.#driver.screenshot();

  /** Scrolls down with the wheel, in the middle of the window. */
  async wheel(down: number): Promise<void> {
    const [width, height] = await this.evaluate(() => [innerWidth, innerHeight] as const);
    await this.#driver.wheel(width / 2, height / 2, down);
  }

  key = (key: Key): Promise<void> => this.#driver.key(key);

  type = (text: string): Promise<void> => this.#driver.type(text);

  /** Presses the first visible element with a selector and, if given, this exact text. */
  async press(selector: string, text?: string): Promise<void> {
    const { x, y } = await this.find(selector, text);
    await this.#driver.press(x, y);
  }

  /** Where to press an element, once it is in the window and has stopped moving. */
  async find(selector: string, text?: string): Promise<Point> {
    const what = text === undefined ? selector : `${selector} "${text}"`;
    let place: Point | null = null;
    await this.until(async () => {
      const before = place;
      place = await this.evaluate(placeOf, selector, text ?? null);
      return Boolean(place && place.x === before?.x && place.y === before?.y);
    }, `${what} can be pressed`);
    return place as unknown as Point;
  }

  /** Replaces the text of a field by typing. */
  async fill(selector: string, text: string): Promise<void> {
    await this.press(selector);
    await this.evaluate((field) => document.querySelector<HTMLInputElement>(field)?.select(), selector);
    await this.type(text);
  }

  /** Runs a function in the page. Without JavaScript, functions that return promises never end. */
  evaluate = <Parameters extends readonly unknown[], Result>(
    run: PageFunction<Parameters, Result>,
    ...parameters: Parameters
  ): Promise<Result> => this.#driver.evaluate(run, ...parameters);

  /** The visible text of the first visible element. */
  text = (selector: string): Promise<string | null> =>
    this.evaluate(
      (name) =>
        [...document.querySelectorAll<HTMLElement>(name)].find((found) => found.checkVisibility())?.innerText ?? null,
      selector,
    );

  /** How many elements are visible. */
  count = (selector: string): Promise<number> =>
    this.evaluate(
      (name) => [...document.querySelectorAll(name)].filter((element) => element.checkVisibility()).length,
      selector,
    );

  isFocused = (selector: string): Promise<boolean> =>
    this.evaluate((name) => document.activeElement?.matches(name) ?? false, selector);

  /** Whether the middle of the first visible element is in the window. */
  isInWindow = (selector: string): Promise<boolean> =>
    this.evaluate((name) => {
      const element = [...document.querySelectorAll(name)].find((found) => found.checkVisibility());
      if (!element) return false;
      const { top, bottom } = element.getBoundingClientRect();
      return top + bottom > 0 && top + bottom < 2 * innerHeight;
    }, selector);

  /** Marks the document, to recognise it later. */
  mark = (): Promise<void> => this.evaluate(() => document.documentElement.setAttribute('data-marked', ''));

  /** Whether this is the marked document: no page was loaded since. */
  isMarked = (): Promise<boolean> => this.evaluate(() => document.documentElement.dataset.marked !== undefined);

  path = (): Promise<string> => this.evaluate(() => location.href.slice(location.origin.length));

  scrolled = (): Promise<number> => this.evaluate(() => Math.round(scrollY));

  /** Waits until a condition is true. Errors count as false: they occur while a page is being replaced. */
  async until(condition: () => Promise<boolean>, what = String(condition)): Promise<void> {
    const deadline = performance.now() + patience;
    let reason: unknown;
    do {
      try {
        if (await condition()) return;
        reason = undefined;
      } catch (error) {
        reason = error;
      }
      await delay(pollInterval);
    } while (performance.now() < deadline);
    throw new Error(`Not within ${patience / 1000} seconds: ${what}`, { cause: reason });
  }

  /** Complaints of pages, and contacted third parties, since the last call. */
  async complaints(): Promise<readonly string[]> {
    await this.evaluate(() => (Reflect.get(window, 'sentComplaints') as () => Promise<unknown>)?.());
    const others = this.others.map((host) => `request: ${host}`);
    return [...this.#proxy.complaints.splice(0), ...others];
  }

  /** Third-party hosts that pages have contacted since the last call. */
  get others(): readonly string[] {
    return this.#proxy.others.splice(0);
  }

  /** Clears everything for the next visitor, except the history of the tab. */
  async leave(): Promise<void> {
    await this.open('/robots.txt');
    const clear = () =>
      this.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
        return true;
      });
    await this.until(clear, 'nothing is stored');
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Runs in the page: where to press an element; null while it can't be pressed, for example because it is covered. */
function placeOf(selector: string, text: string | null): Point | null {
  const textOf = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim();
  const element = [...document.querySelectorAll(selector)].find(
    (found) => found.checkVisibility() && (text === null || textOf(found) === text),
  );
  // During a view transition, a press reaches no element.
  const isFading =
    CSS.supports('selector(:active-view-transition)') && document.querySelector(':active-view-transition');
  if (isFading) return null;
  // Text moves while the web fonts take their place: shell/src/painted/webFonts.ts.
  const isHydrated = document.documentElement.dataset.hydrated !== undefined;
  const faces = [...document.querySelectorAll<HTMLStyleElement | HTMLLinkElement>('[data-font-faces]')];
  const isSettling =
    faces.some(({ media }) => media !== 'all') ||
    document.fonts.status === 'loading' ||
    document.querySelector('[style*="content-visibility: auto"]') !== null;
  if (isHydrated && isSettling) return null;
  const middle = () => {
    const { left, top, width, height } = element?.getClientRects()[0] ?? new DOMRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  };
  const isFree = ({ x, y }: Point) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && element?.contains(hit) === true;
  };
  if (!isFree(middle())) element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const place = middle();
  return isFree(place) ? place : null;
}
