import type { Page } from '@playwright/test';

/** Text of a page that can't be read: outside of the window, clipped by an ancestor, or under other text. */
export const unreadableText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Where a line is, without the share of its height at either end that may be hidden: letters rarely reach it. */
    interface Box {
      readonly left: number;
      readonly right: number;
      readonly top: number;
      readonly bottom: number;
    }

    interface Line {
      readonly text: Text;
      readonly box: Box;
      /** The block of the line: lines of one block never overlap. */
      readonly block: Element;
      /** The fixed or sticky ancestor, if there is one. */
      readonly floating: Element | undefined;
      /** Ancestors that clip their content. */
      readonly cutters: readonly Element[];
    }

    const ancestorsOf = (text: Text) => {
      const ancestors: Element[] = [];
      for (let element = text.parentElement; element; element = element.parentElement) ancestors.push(element);
      return ancestors;
    };
    // Computed styles are live: one per element is enough.
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
      // The document itself and its body are covered by isOutside.
      const cutters = ancestors.slice(0, -2).filter((element) => {
        const { overflowX, overflowY } = styleOf(element);
        return cuts(overflowX) || cuts(overflowY);
      });
      return [...range.getClientRects()].map((rect) => ({ text, box: boxOf(rect), block, floating, cutters }));
    }

    const spare = 0.25;
    /** Copies the numbers, because every line is compared with every other and reading them from the browser is slower. */
    function boxOf({ left, right, top, bottom, height }: DOMRect): Box {
      return { left, right, top: top + spare * height, bottom: bottom - spare * height };
    }

    const lines: Line[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) lines.push(...linesOf(texts.currentNode as Text));

    const slip = 1;

    const isOutside = ({ box }: Line) => box.left < -slip || box.right > innerWidth + slip;
    const isCut = ({ box, cutters }: Line) =>
      cutters.some((cutter) => {
        const frame = cutter.getBoundingClientRect();
        const { overflowX, overflowY } = styleOf(cutter);
        const isTooWide = box.left < frame.left - slip || box.right > frame.right + slip;
        const isTooHigh = box.top < frame.top - slip || box.bottom > frame.bottom + slip;
        return (cuts(overflowX) && isTooWide) || (cuts(overflowY) && isTooHigh);
      });
    const isUnder = (line: Line, other: Line) =>
      line.block !== other.block &&
      line.floating === other.floating &&
      Math.min(line.box.right, other.box.right) - Math.max(line.box.left, other.box.left) > slip &&
      Math.min(line.box.bottom, other.box.bottom) - Math.max(line.box.top, other.box.top) > slip;

    const name = ({ text }: Line) => `“${text.data.trim().slice(0, 40)}”`;
    const problems = lines.flatMap((line, index) => {
      const other = lines.find((later, place) => place > index && isUnder(line, later));
      return [
        ...(isOutside(line) ? [`${name(line)} is beyond the window`] : []),
        ...(isCut(line) ? [`${name(line)} is cut`] : []),
        ...(other ? [`${name(line)} and ${name(other)} cover each other`] : []),
      ];
    });
    const isTooWide = document.documentElement.scrollWidth > innerWidth;
    return [...new Set([...(isTooWide ? ['the page scrolls sideways'] : []), ...problems])];
  });
