import { inParts } from './inParts.ts';

const storageKey = 'fonts';

/** Whether the browser has had the fonts before: then they come from its cache, and needn't wait for the text. */
export function areFontsKnown(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    // Storage is switched off: the fonts follow the text.
    return false;
  }
}

/** Loads the fonts, and shows them together: the text is set anew only once. */
export async function loadFonts(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map(preload));
  inParts(showFonts);
  try {
    localStorage.setItem(storageKey, '');
  } catch {
    // Storage is switched off: they will follow the text again.
  }
}

/** Until now the fonts' style sheet was for browsers without scripts: fonts on their way would delay the text. */
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
