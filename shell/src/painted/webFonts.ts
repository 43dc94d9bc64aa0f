import { rememberFonts, showFonts } from '../inline/shownFonts.ts';
import type { Loading } from '../inline/wholeStyles.ts';
import { keepLines, textsInWindow } from './keptLines.ts';

/** Applies the fonts together once they are loaded, so that the text reflows only once. */
export async function applyFonts(loading: readonly Loading[]): Promise<void> {
  await Promise.all(loading);
  // React's development build reports styles that it hasn't rendered.
  if (process.env.NODE_ENV === 'development') showFonts();
  else swapFontsInChunks();
  rememberFonts();
}

/**
 * Applies the fonts without moving what the visitor sees, and without laying out the whole document at once. Content below the
 * window keeps its size and follows in chunks, one per frame. A visitor who scrolls or jumps there gets it immediately.
 */
function swapFontsInChunks(): void {
  const texts = textsInWindow();
  const chunks = [...document.querySelectorAll<HTMLElement>('[data-remote] > *, main ~ *, footer')]
    .filter((element) => element.getBoundingClientRect().top > innerHeight)
    .map((element) => ({ style: element.style, height: contentHeight(element) }));
  for (const { style, height } of chunks) {
    style.contentVisibility = 'auto';
    style.containIntrinsicBlockSize = `${height}px`;
  }
  showFonts();
  let areShown = false;
  // Some may come a frame before others.
  const keep = () => {
    keepLines(texts);
    requestAnimationFrame(areShown ? next : keep);
  };
  const next = () => {
    const chunk = chunks.shift();
    if (!chunk) return;
    // Without a value, WebKit keeps skipping the content when the page is printed.
    chunk.style.contentVisibility = 'visible';
    chunk.style.containIntrinsicBlockSize = '';
    requestAnimationFrame(next);
  };
  requestAnimationFrame(() => {
    keep();
    // This frame requests the fonts that it needs; they arrive with a later one.
    setTimeout(() =>
      document.fonts.ready.then(() => {
        areShown = true;
      }),
    );
  });
}

/** The height of an element without its padding. */
function contentHeight(element: HTMLElement): number {
  const { paddingTop, paddingBottom } = getComputedStyle(element);
  return element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
}
