import { focusTarget } from './focus.ts';

/** The link that the visitor has followed last on the shown page. */
let followed: Element | null = null;

/** By entry of the tab's history: the place of the link in its page, and where it leads. */
const links = new Map<string, readonly [place: number, href: string]>();

// Safari gives a link no focus when it is pressed.
document.addEventListener('click', ({ target }) => {
  followed = (target as Element).closest('a');
});

/** Stores the followed link of the entry that the visitor is leaving. */
export function rememberLink(entry: string): void {
  // The first link may have been followed before this module had loaded.
  const link = followed ?? document.activeElement;
  if (link instanceof HTMLAnchorElement) links.set(entry, [linksOfPage().indexOf(link), link.href]);
  followed = null;
}

/** Moves the focus after a navigation: on the way back to the link that the visitor has followed, if it is still there. */
export function placeFocus(entry: string, hash: string, isReturn: boolean): void {
  const [place = -1, href] = (isReturn && links.get(entry)) || [];
  const link = linksOfPage()[place];
  if (link?.href === href) link?.focus({ preventScroll: true });
  if (!link || document.activeElement !== link) focusTarget(isReturn ? '' : hash);
}

/** The links of the shown page, without those of one that waits: see `Backstage`. */
const linksOfPage = () => [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([data-waiting] *)')];
