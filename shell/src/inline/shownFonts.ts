/** Stored once the browser has probably cached the fonts: then they don't have to wait for the text. */
export const fontsStorageKey = 'fonts';

/** The next page shows the fonts at once. */
export function rememberFonts(): void {
  try {
    localStorage.setItem(fontsStorageKey, '');
  } catch {
    // Storage is blocked: next time they follow the text again.
  }
}

/** Enables the fonts' style sheet. Until then only browsers without scripts use it: loading fonts would delay the text. */
export function showFonts(): void {
  const sheets = document.querySelectorAll<HTMLStyleElement | HTMLLinkElement>('[data-font-faces]');
  for (const sheet of sheets) sheet.media = 'all';
}
