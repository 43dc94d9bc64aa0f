const storageKey = 'fonts';

/** Whether the browser has probably cached the fonts: then they don't have to wait for the text. */
export function areFontsCached(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    // Storage is blocked: the fonts follow the text.
    return false;
  }
}

/** Loads the fonts and applies them together, so that the text reflows only once. */
export async function loadFonts(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map(preload));
  // React's development build reports styles that it hasn't rendered.
  if (process.env.NODE_ENV === 'development') showFonts();
  else swapFontsInChunks();
  try {
    localStorage.setItem(storageKey, '');
  } catch {
    // Storage is blocked: next time they follow the text again.
  }
}

/** Enables the fonts' style sheet. Until then only browsers without scripts use it: loading fonts would delay the text. */
export function showFonts(): void {
  const sheets = document.querySelectorAll<HTMLStyleElement | HTMLLinkElement>('[data-font-faces]');
  for (const sheet of sheets) sheet.media = 'all';
}

const preload = (href: string) =>
  new Promise((resolve) => {
    const attributes = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href };
    const events = { onload: resolve, onerror: resolve };
    document.head.append(Object.assign(document.createElement('link'), attributes, events));
  });

/**
 * Applies the fonts without laying out the whole document at once. Content below the window keeps its size and follows in
 * chunks, one per frame. A visitor who scrolls or jumps there gets it immediately.
 */
function swapFontsInChunks(): void {
  const chunks = [...document.querySelectorAll<HTMLElement>('[data-remote] > *, main ~ *, footer')]
    .filter((element) => element.getBoundingClientRect().top > innerHeight)
    .map((element) => ({ style: element.style, height: contentHeight(element) }));
  for (const { style, height } of chunks) {
    style.contentVisibility = 'auto';
    style.containIntrinsicBlockSize = `${height}px`;
  }
  showFonts();
  const next = () => {
    const chunk = chunks.shift();
    if (!chunk) return;
    // Without a value, WebKit keeps skipping the content when the page is printed.
    chunk.style.contentVisibility = 'visible';
    chunk.style.containIntrinsicBlockSize = '';
    requestAnimationFrame(next);
  };
  // The next frame requests the fonts that it needs; they arrive with a later one.
  requestAnimationFrame(() => setTimeout(() => document.fonts.ready.then(() => requestAnimationFrame(next))));
}

/** The height of an element without its padding. */
function contentHeight(element: HTMLElement): number {
  const { paddingTop, paddingBottom } = getComputedStyle(element);
  return element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
}
