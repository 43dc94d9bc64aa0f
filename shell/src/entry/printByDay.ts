/**
 * Shows the daytime drawings before the page is printed. Browsers choose them for paper by themselves, but don't wait for them
 * to load. Chosen a moment earlier, drawings that the document has already loaded are printed.
 */
export function printByDay(): void {
  const nights = new Map<HTMLSourceElement, string>();
  window.addEventListener('beforeprint', () => {
    for (const source of document.querySelectorAll<HTMLSourceElement>('source[media*="dark"]')) {
      nights.set(source, source.media);
      source.media = 'not all';
    }
  });
  window.addEventListener('afterprint', () => {
    for (const [source, media] of nights) source.media = media;
    nights.clear();
  });
}
