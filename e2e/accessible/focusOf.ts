import type { Page } from '@playwright/test';

/** Where the keyboard is, as its visitor sees it. */
export interface Focus {
  /** Tells it from the other stops of the page. */
  readonly stop: string;
  /** What keeps the visitor from seeing it; nothing when all is well. */
  readonly problem: string | undefined;
}

/** What has the focus in a page; nothing when nothing has. */
export const focusOf = (page: Page): Promise<Focus | undefined> =>
  page.evaluate(() => {
    /** The middle of an element and of its sides, in shares of its width and height. */
    const places = [
      [0.5, 0.5],
      [0.5, 0.05],
      [0.5, 0.95],
      [0.05, 0.5],
      [0.95, 0.5],
    ] as const;

    function coverOf(element: Element): Element | undefined {
      const { left, top, width, height } = element.getBoundingClientRect();
      return places
        .map(([x, y]) => document.elementFromPoint(left + x * width, top + y * height))
        .find((shown) => shown && !element.contains(shown) && !shown.contains(element)) as Element | undefined;
    }

    function isInWindow(element: Element): boolean {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    }

    function hasRing(element: Element): boolean {
      // In a frame, its own document shows what has the focus there: around a link, or around the button in it.
      const inFrame = element instanceof HTMLIFrameElement ? element.contentDocument?.activeElement : undefined;
      const shownOn = inFrame ? [inFrame, ...inFrame.children] : [element];
      return shownOn.some((shown) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(shown);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
    }

    function problemOf(element: Element): string | undefined {
      const cover = coverOf(element);
      if (cover) return `is under ${cover.outerHTML.slice(0, 60)}`;
      if (!isInWindow(element)) return 'is out of the window';
      return hasRing(element) ? undefined : 'has no ring';
    }

    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const name = `${focused.localName} “${(focused.textContent || focused.id).trim().slice(0, 30)}”`;
    const problem = problemOf(focused);
    const number = [...document.body.querySelectorAll('*')].indexOf(focused);
    return { stop: `${number} ${name}`, problem: problem && `${name} ${problem}` };
  });
