/**
 * Moves the focus after a navigation, so that keyboard and screen reader start there: to the heading of the section that the
 * hash names, or of the page.
 */
export function focusTarget(hash: string): void {
  const section = elementOfHash(hash);
  const target = section ? (section.querySelector<HTMLElement>('h1, h2, h3') ?? section) : headingOfPage();
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

const headingOfPage = () =>
  document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');

/** The element that a hash such as `#hosting` names. The hash may be malformed: anyone can write an address. */
export function elementOfHash(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  return document.getElementById(id) ?? document.getElementById(decoded(id));
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return '';
  }
}
