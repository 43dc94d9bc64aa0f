import type { Page } from '@playwright/test';

/** Words of a page that continue on another line without a hyphen, such as “hostin/g”. Addresses may break anywhere. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const softHyphen = '\u00AD';
    const isAddress = (words: string) => /:\/\/|@|\w\.\w/.test(words);
    const range = document.createRange();

    /** Where a character is. A soft hyphen on which no line ends is nowhere. */
    function boxOf(text: Text, index: number): DOMRect | undefined {
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return [...range.getClientRects()].findLast(({ width }) => width > 0);
    }

    function isBroken(text: Text, start: number, word: string): boolean {
      let before: DOMRect | undefined;
      for (let index = start; index < start + word.length; index += 1) {
        const isDivided = text.data[index] === softHyphen;
        const box = isDivided ? undefined : boxOf(text, index);
        if (box && before && box.top > (before.top + before.bottom) / 2) return true;
        before = isDivided ? undefined : (box ?? before);
      }
      return false;
    }

    function brokenIn(text: Text): string[] {
      range.selectNodeContents(text);
      // Nobody reads the field that traps robots.
      if (range.getClientRects().length < 2 || text.parentElement?.closest('[aria-hidden="true"]')) return [];
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: words, index }) => {
        const parts = isAddress(words) ? [] : [...words.matchAll(/[\p{L}\p{N}+\u00AD]{2,}/gu)];
        return parts.filter((part) => isBroken(text, index + part.index, part[0])).map(([word]) => word);
      });
    }

    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) broken.push(...brokenIn(texts.currentNode as Text));
    return broken;
  });
