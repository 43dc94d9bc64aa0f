import type { Page } from '@playwright/test';

/** Words of a page that continue on another line without a hyphen, such as “hostin/g”. Addresses may break anywhere. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isAddress = (words: string) => /:\/\/|@|\w\.\w/.test(words);
    const range = document.createRange();

    /** Where a character is. The first after a soft hyphen has another box, of the hyphen. */
    function boxOf(text: Text, index: number): DOMRect | undefined {
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return [...range.getClientRects()].findLast(({ width }) => width > 0);
    }

    function isBroken(text: Text, start: number, { length }: string): boolean {
      const boxes = Array.from({ length }, (_, offset) => boxOf(text, start + offset)).filter(
        (box) => box !== undefined,
      );
      return boxes.some(({ top }, index) => {
        const before = boxes[index - 1];
        return before !== undefined && top > (before.top + before.bottom) / 2;
      });
    }

    function brokenIn(text: Text): string[] {
      range.selectNodeContents(text);
      // Nobody reads the field that traps robots.
      if (range.getClientRects().length < 2 || text.parentElement?.closest('[aria-hidden="true"]')) return [];
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: words, index }) => {
        // A soft hyphen ends a part.
        const parts = isAddress(words) ? [] : [...words.matchAll(/[\p{L}\p{N}+]{2,}/gu)];
        return parts.filter((part) => isBroken(text, index + part.index, part[0])).map(([word]) => word);
      });
    }

    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) broken.push(...brokenIn(texts.currentNode as Text));
    return broken;
  });
