import { elementOfHash } from './elementOfHash.ts';

/**
 * Moves focus to where a navigation has led, so that keyboard and screen reader begin there: the heading of the part
 * that the address names, or that of the page.
 */
export function focusPlace(hash: string): void {
  const part = elementOfHash(hash);
  const place = part ? (part.querySelector<HTMLElement>('h1, h2, h3') ?? part) : headingOfPage();
  if (!place) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

const headingOfPage = () =>
  document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
