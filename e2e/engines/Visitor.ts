import { setTimeout as wait } from 'node:timers/promises';
import type { Driver, Key, PageFunction } from './drivers/Driver.ts';
import type { WatchingProxy } from './drivers/WatchingProxy.ts';

/** How long a page may take until its scripts have taken it over. */
const hydrationTime = 8_000;
const patience = 10_000;
const lookEvery = 50;

/**
 * Somebody with one tab of Firefox or WebKit, who looks, presses and types. The same in both: what differs is in drivers/.
 *
 * By hand, on a site that runs (`npm start`), with Node 24, this prints what a page complains of and takes a picture:
 *
 *     import { writeFile } from 'node:fs/promises';
 *     import { findEngine } from './e2e/engines/startEngine.ts';
 *
 *     const start = await findEngine('webkit'); // or 'firefox'
 *     const { visitor, close } = await start({ origin: 'http://127.0.0.1:3000', dark: true });
 *     await visitor.resize(390, 844);
 *     await visitor.visit('/en/team'); // opens the page, and waits until it is hydrated
 *     await visitor.press('header summary'); // a real press, at the middle of what is seen
 *     await visitor.press('header a', 'Pricing'); // the visible one with this text
 *     console.log(await visitor.evaluate((name) => document.querySelector(name)?.textContent, 'h1'));
 *     await visitor.go(-1);
 *     await visitor.until(async () => (await visitor.path()) === '/en/team');
 *     await writeFile('team.png', await visitor.screenshot());
 *     console.log(await visitor.complaints());
 *     await close();
 */
export class Visitor {
  /** Where addresses without an origin lead to. */
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

  /** Opens an address and waits until the page's scripts have taken it over. */
  async visit(address: string): Promise<void> {
    await this.open(address);
    await this.hydrated();
  }

  async hydrated(): Promise<void> {
    const isHydrated = () => this.evaluate(() => document.documentElement.dataset.hydrated !== undefined);
    await this.until(isHydrated, `${await this.path()} is hydrated`, hydrationTime);
  }

  reload = (): Promise<void> => this.#driver.reload();

  /** Presses the browser's back or forward button; it does not wait until the page is there. */
  go = (steps: -1 | 1): Promise<void> => this.#driver.go(steps);

  /** Gives the page's window another size, and waits until the page knows. */
  async resize(width: number, height: number): Promise<void> {
    await this.#driver.resize(width, height);
    await this.until(async () => (await this.evaluate(() => innerWidth)) === width, `the window is ${width} wide`);
  }

  screenshot = (): Promise<Uint8Array> => this.#driver.screenshot();

  /** Turns the wheel in the middle of the window, so many pixels down. */
  async wheel(down: number): Promise<void> {
    const [width, height] = await this.evaluate(() => [innerWidth, innerHeight] as const);
    await this.#driver.wheel(width / 2, height / 2, down);
  }

  key = (key: Key): Promise<void> => this.#driver.key(key);

  type = (text: string): Promise<void> => this.#driver.type(text);

  /** Presses the first element that is seen, by its selector and, if given, its whole text. */
  async press(selector: string, text?: string): Promise<void> {
    const { x, y } = await this.find(selector, text);
    await this.#driver.press(x, y);
  }

  /** Where to press such an element: it is scrolled to, if need be, and has stopped to move. */
  async find(selector: string, text?: string): Promise<Place> {
    const what = text === undefined ? selector : `${selector} "${text}"`;
    let place: Place | null = null;
    await this.until(async () => {
      const before = place;
      place = await this.evaluate(placeOf, selector, text ?? null);
      return Boolean(place && place.x === before?.x && place.y === before?.y);
    }, `${what} can be pressed`);
    return place as unknown as Place;
  }

  /** Presses a field and types into it, in the place of what it held. */
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

  /** The text of the first element that is seen, as it is seen. */
  text = (selector: string): Promise<string | null> =>
    this.evaluate(
      (name) =>
        [...document.querySelectorAll<HTMLElement>(name)].find((element) => element.checkVisibility())?.innerText ??
        null,
      selector,
    );

  /** How many elements are seen. */
  count = (selector: string): Promise<number> =>
    this.evaluate(
      (name) => [...document.querySelectorAll(name)].filter((element) => element.checkVisibility()).length,
      selector,
    );

  isFocused = (selector: string): Promise<boolean> =>
    this.evaluate((name) => document.activeElement?.matches(name) ?? false, selector);

  /** Whether the middle of the first element that is seen is in the window. */
  isInWindow = (selector: string): Promise<boolean> =>
    this.evaluate((name) => {
      const element = [...document.querySelectorAll(name)].find((candidate) => candidate.checkVisibility());
      if (!element) return false;
      const { top, bottom } = element.getBoundingClientRect();
      return top + bottom > 0 && top + bottom < 2 * innerHeight;
    }, selector);

  /** Marks the document, to tell later whether it is still the same one. */
  mark = (): Promise<void> => this.evaluate(() => document.documentElement.setAttribute('data-marked', ''));

  /** Whether the document is the one that was marked: no page load came between. */
  isMarked = (): Promise<boolean> => this.evaluate(() => document.documentElement.dataset.marked !== undefined);

  path = (): Promise<string> => this.evaluate(() => location.href.slice(location.origin.length));

  scrolled = (): Promise<number> => this.evaluate(() => Math.round(scrollY));

  /** Waits until something is so. While a page is being replaced nobody can say. */
  async until(isSo: () => Promise<boolean>, what = String(isSo), time = patience): Promise<void> {
    const deadline = performance.now() + time;
    let reason: unknown;
    do {
      try {
        if (await isSo()) return;
        reason = undefined;
      } catch (error) {
        reason = error;
      }
      await wait(lookEvery);
    } while (performance.now() < deadline);
    throw new Error(`Not within ${time / 1000} seconds: ${what}`, { cause: reason });
  }

  /** What pages have complained of since the last time that somebody asked, and whom else they wanted something from. */
  async complaints(): Promise<readonly string[]> {
    await this.evaluate(() => (Reflect.get(window, 'toldComplaints') as () => Promise<unknown>)?.());
    const others = this.others.map((host) => `request: ${host}`);
    return [...this.#proxy.complaints.splice(0), ...others];
  }

  /** Hosts that pages have wanted something from, other than this machine, since the last time that somebody asked. */
  get others(): readonly string[] {
    return this.#proxy.others.splice(0);
  }

  /** Leaves nothing behind for the next visitor but the history of the tab. */
  async leave(): Promise<void> {
    await this.open('/robots.txt');
    await this.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Runs in the page: where to press an element; nothing as long as it can't be, because something covers it for example. */
function placeOf(selector: string, text: string | null): Place | null {
  const textOf = (element: Element) => element.textContent.replace(/\s+/g, ' ').trim();
  const element = [...document.querySelectorAll(selector)].find(
    (candidate) => candidate.checkVisibility() && (text === null || textOf(candidate) === text),
  );
  // While one page is faded into the next, a press reaches neither.
  const isFading =
    CSS.supports('selector(:active-view-transition)') && document.querySelector(':active-view-transition');
  if (isFading) return null;
  const middle = () => {
    const { left, top, width, height } = element?.getClientRects()[0] ?? new DOMRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  };
  const isFree = ({ x, y }: Place) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && element?.contains(hit) === true;
  };
  if (!isFree(middle())) element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const place = middle();
  return isFree(place) ? place : null;
}
