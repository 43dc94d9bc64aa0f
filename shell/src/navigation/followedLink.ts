import { focusTarget } from './focus.ts';

/** The link that the visitor has followed last on the shown page. */
let followed: HTMLAnchorElement | undefined;

/** By entry of the tab's history: the place of the link in its page, and where it leads. */
const links = new Map<string, readonly [place: number, href: string]>();

/** Watches which links are followed. Safari gives them no focus when they are pressed. */
export function watchLinks(): void {
  document.addEventListener('click', ({ target }) => {
    followed = (target as Element).closest('a') ?? undefined;
  });
}

/** Stores the followed link of the entry that the visitor is leaving. */
export function rememberLink(entry: string): void {
  if (followed) links.set(entry, [[...document.links].indexOf(followed), followed.href]);
  followed = undefined;
}

/** Moves the focus after a navigation: on the way back to the link that the visitor has followed, if it is still there. */
export function placeFocus(entry: string, hash: string, isReturn: boolean): void {
  const [place = -1, href] = (isReturn && links.get(entry)) || [];
  const link = document.links[place];
  if (link?.href === href) link?.focus({ preventScroll: true });
  if (!link || document.activeElement !== link) focusTarget(isReturn ? '' : hash);
}
