/** Elements that contain text. */
const selector = 'h1, h2, h3, p, li, dt, dd, summary, label';

/** How much wider or narrower spaces between words may become, in `em`. */
const spacings = [0.02, 0.04, 0.06];

/** Smaller differences in height than this, in pixels, aren't lines. */
const lessThanLine = 8;

/** A text, and the height that it keeps, in pixels. */
interface Text {
  readonly element: HTMLElement;
  readonly height: number;
}

/** The texts that the visitor sees. */
export const textsInWindow = (): readonly Text[] =>
  [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => isInWindow(element) && !element.querySelector(selector))
    .map((element) => ({ element, height: element.offsetHeight }));

function isInWindow(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/**
 * Keeps the number of lines of texts whose font has changed: what follows must not move while someone reads. Where another
 * one would be needed, the spaces between words change a little; where that isn't enough, they stay as they are. Call it
 * before the browser paints the new font.
 */
export function keepLines(texts: readonly Text[]): void {
  let left = texts.flatMap(({ element, height }) => {
    const growth = element.offsetHeight - height;
    return Math.abs(growth) < lessThanLine ? [] : [{ element, height, sign: growth > 0 ? -1 : 1 }];
  });
  for (const spacing of spacings) {
    for (const { element, sign } of left) element.style.wordSpacing = `${sign * spacing}em`;
    left = left.filter(({ element, height }) => Math.abs(element.offsetHeight - height) >= lessThanLine);
    if (left.length === 0) return;
  }
  for (const { element } of left) element.style.wordSpacing = '';
}
