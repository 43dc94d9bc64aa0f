import { elementOfHash } from './elementOfHash.ts';

const storageKey = 'scroll';

/** The page is on its way to another place, be it by the visitor's hand or smoothly to a target. */
let isScrolling = false;

/** Keeps where the visitor is, for the return to an entry of this tab's history. */
export function rememberScroll(entry: string): void {
  write({ ...read(), [entry]: window.scrollY });
}

/** Goes to where a new view begins: the remembered place, the element that the address names, or the top. */
export function placeScroll(entry: string, hash: string, isReturn: boolean): void {
  const remembered = isReturn ? read()[entry] : undefined;
  const target = elementOfHash(hash);
  const place = () => {
    if (remembered !== undefined) window.scrollTo({ top: remembered, behavior: 'instant' });
    else if (target) target.scrollIntoView({ behavior: 'instant' });
    else window.scrollTo({ top: 0, behavior: 'instant' });
  };
  place();
  // A smooth scroll of the last view is ended by that, but what it has gone in the meantime may still be added.
  if (isScrolling) requestAnimationFrame(() => requestAnimationFrame(place));
}

/** Takes scrolling on return over from the browser, but for reloads and for pages of other sites. */
export function ownScrolling(): void {
  history.scrollRestoration = 'manual';
  window.addEventListener('scroll', () => {
    isScrolling = true;
  });
  window.addEventListener('scrollend', () => {
    isScrolling = false;
  });
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  window.addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual';
  });
}

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function write(positions: Record<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions));
  } catch {
    // Storage is full or switched off: returning begins at the top.
  }
}
