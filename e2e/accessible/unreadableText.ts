import type { Page } from '@playwright/test';

/** The text of a page that cannot be read: beyond the window's sides, cut by what it stands in, or under other text. */
export const unreadableText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Line {
      readonly text: Text;
      readonly box: DOMRect;
      /** What lays the line out: lines of one block never cover each other. */
      readonly block: Element;
      /** The part of the page that does not scroll with it, if the line is in one. */
      readonly floating: Element | undefined;
      /** What cuts off content that is larger than itself. */
      readonly cutters: readonly Element[];
    }

    const ancestorsOf = (text: Text) => {
      const ancestors: Element[] = [];
      for (let element = text.parentElement; element; element = element.parentElement) ancestors.push(element);
      return ancestors;
    };
    // Live, and asked for once: pages have many texts, and each of them many ancestors.
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isOfScreenReaders = (element: Element) => styleOf(element).clipPath !== 'none';

    function linesOf(text: Text): Line[] {
      const ancestors = ancestorsOf(text);
      const [parent = document.body] = ancestors;
      if (!text.data.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      if (ancestors.some(isOfScreenReaders)) return [];
      const range = document.createRange();
      range.selectNodeContents(text);
      const block = ancestors.find((element) => styleOf(element).display !== 'inline') ?? parent;
      const floating = ancestors.find((element) => /fixed|sticky/.test(styleOf(element).position));
      // What the document itself hides is beyond its sides.
      const cutters = ancestors.slice(0, -2).filter((element) => {
        const { overflowX, overflowY } = styleOf(element);
        return cuts(overflowX) || cuts(overflowY);
      });
      return [...range.getClientRects()].map((box) => ({ text, box, block, floating, cutters }));
    }

    const lines: Line[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) lines.push(...linesOf(texts.currentNode as Text));

    /** How much of a line's height may be missing at either end: ascenders of other letters. */
    const spare = 0.25;
    const slip = 1;
    const top = ({ top, height }: DOMRect) => top + spare * height;
    const bottom = ({ bottom, height }: DOMRect) => bottom - spare * height;

    const isOutside = ({ box }: Line) => box.left < -slip || box.right > innerWidth + slip;
    const isCut = ({ box, cutters }: Line) =>
      cutters.some((cutter) => {
        const frame = cutter.getBoundingClientRect();
        const { overflowX, overflowY } = styleOf(cutter);
        const isTooWide = box.left < frame.left - slip || box.right > frame.right + slip;
        const isTooHigh = top(box) < frame.top - slip || bottom(box) > frame.bottom + slip;
        return (cuts(overflowX) && isTooWide) || (cuts(overflowY) && isTooHigh);
      });
    const isUnder = (line: Line, other: Line) =>
      line.block !== other.block &&
      line.floating === other.floating &&
      Math.min(line.box.right, other.box.right) - Math.max(line.box.left, other.box.left) > slip &&
      Math.min(bottom(line.box), bottom(other.box)) - Math.max(top(line.box), top(other.box)) > slip;

    const name = ({ text }: Line) => `“${text.data.trim().slice(0, 40)}”`;
    const problems = lines.flatMap((line, index) => {
      const other = lines.slice(index + 1).find((later) => isUnder(line, later));
      return [
        ...(isOutside(line) ? [`${name(line)} is beyond the window`] : []),
        ...(isCut(line) ? [`${name(line)} is cut`] : []),
        ...(other ? [`${name(line)} and ${name(other)} cover each other`] : []),
      ];
    });
    const isTooWide = document.documentElement.scrollWidth > innerWidth;
    return [...new Set([...(isTooWide ? ['the page scrolls sideways'] : []), ...problems])];
  });
