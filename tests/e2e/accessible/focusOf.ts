import type { Page } from '@playwright/test';

/** The element with the focus. */
interface Focus {
  /** Identifies it among the stops of the page. */
  readonly stop: string;
  /** Why the visitor can't see the focus; undefined if it is visible. */
  readonly problem: string | undefined;
}

/** The element with the focus in a page; undefined when there is none. */
export const focusOf = (page: Page): Promise<Focus | undefined> =>
  page.evaluate(() => {
    /** The centre of an element and of its sides, as shares of its width and height. */
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
      // In a frame, the focus ring is in its own document: around a link, or around the button in it.
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
    // A page may wait in the document for its link to be followed.
    const number = [...document.body.querySelectorAll(':not([data-waiting], [data-waiting] *)')].indexOf(focused);
    return { stop: `${number} ${name}`, problem: problem && `${name} ${problem}` };
  });
