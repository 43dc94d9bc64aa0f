/**
 * Shows the drawings of the day before the page is printed. For paper, browsers choose them by themselves, but don't wait until
 * they are there; what is chosen a moment earlier comes in time, if the document has it.
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
