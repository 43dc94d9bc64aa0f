import { elementOfHash } from './focus.ts';

const storageKey = 'scroll';

/** In browsers without `scrollend`: how long after the last scroll event scrolling has ended, in milliseconds. */
const scrollEndDelay = 200;

/** The current entry of the tab's history. */
let shown = '';

/** The page is scrolling, by the visitor or smoothly to a target. */
let isScrolling = false;

/** The page is still on its way to the target of the last navigation. */
let isMoving = false;

/** Counts navigations, so that a delayed step of one can detect a newer one. */
let moves = 0;

/** Stores the scroll position of the entry that the visitor is leaving. */
export function rememberScroll(): void {
  // An entry left on the way to its target keeps its stored position: a point on the way means nothing.
  if (!isMoving) write({ ...read(), [shown]: window.scrollY });
}

/** Scrolls at once to where a view starts: the stored position, the element that the hash names, or the top. */
export function placeScroll(entry: string, hash: string, isReturn: boolean): void {
  const remembered = isReturn ? read()[entry] : undefined;
  const target = elementOfHash(hash);
  const place = () => {
    if (remembered !== undefined) window.scrollTo({ top: remembered, behavior: 'instant' });
    else if (target) target.scrollIntoView({ behavior: 'instant' });
    else window.scrollTo({ top: 0, behavior: 'instant' });
    isMoving = false;
  };
  const wasScrolling = isScrolling;
  shown = entry;
  takeRestoration();
  place();
  const move = ++moves;
  if (!wasScrolling) return;
  // This ends a smooth scroll of the last view, but the browser may still add its last step.
  isMoving = true;
  requestAnimationFrame(() => requestAnimationFrame(() => move === moves && place()));
}

/** Scrolls to another target in the current view, smoothly where the style sheets say so. */
export function moveScroll(entry: string, hash: string): void {
  shown = entry;
  moves += 1;
  isMoving = true;
  takeRestoration();
  const target = elementOfHash(hash);
  if (target) target.scrollIntoView();
  else window.scrollTo({ top: 0 });
}

/**
 * Takes over scroll restoration for navigation in place. The browser keeps it for reloads, for returns from other documents,
 * and for hidden tabs that it discards.
 */
export function ownScrolling(entry: string, hash: string): void {
  shown = entry;
  // The visitor left this entry by a navigation in place, so the browser doesn't restore it, but its document is gone.
  if (history.scrollRestoration === 'manual' && window.scrollY === 0) placeScroll(entry, hash, true);
  // After a reload WebKit restores the position only when the page has loaded.
  if (document.readyState === 'complete') takeRestoration();
  window.addEventListener('pagehide', () => {
    rememberScroll();
    giveRestorationBack();
  });
  // WebKit restores a page from its back/forward cache after this event.
  window.addEventListener('pageshow', () => setTimeout(takeRestoration));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') giveRestorationBack();
    else setTimeout(takeRestoration);
  });
  watchScrolling();
}

function takeRestoration(): void {
  if (document.visibilityState === 'visible') history.scrollRestoration = 'manual';
}

function giveRestorationBack(): void {
  history.scrollRestoration = 'auto';
}

function watchScrolling(): void {
  const onEnd = () => {
    isScrolling = false;
    isMoving = false;
  };
  // WebKit doesn't support it.
  const hasScrollEnd = 'onscrollend' in window;
  let timer: ReturnType<typeof setTimeout>;
  window.addEventListener('scrollend', onEnd);
  window.addEventListener('scroll', () => {
    isScrolling = true;
    clearTimeout(timer);
    if (!hasScrollEnd) timer = setTimeout(onEnd, scrollEndDelay);
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
    // Storage is full or blocked: returning starts at the top.
  }
}
