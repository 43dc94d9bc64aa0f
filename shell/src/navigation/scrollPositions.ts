import { elementOfHash } from './elementOfHash.ts';

const storageKey = 'scroll';

/** In browsers without `scrollend`: how long after the last scroll event scrolling has ended, in milliseconds. */
const scrollEndDelay = 200;

/** The entry of the tab's history that the page shows. */
let shown = '';

/** The page is scrolling, by the visitor's hand or smoothly to a target. */
let isScrolling = false;

/** The page has not yet arrived where the last navigation leads. */
let isMoving = false;

/** Counts navigations, so that a delayed step of one can tell that another has overtaken it. */
let moves = 0;

/** Remembers where the visitor is, for the return to the entry that they leave. */
export function rememberScroll(): void {
  // Left before the page has arrived, an entry keeps its destination: a point on the way there means nothing.
  if (!isMoving) write({ ...read(), [shown]: window.scrollY });
}

/** Goes at once to where a view begins: the remembered place, the element that the address names, or the top. */
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
  // A smooth scroll of the last view is ended by that, but what it has gone in the meantime may still be added.
  isMoving = true;
  requestAnimationFrame(() => requestAnimationFrame(() => move === moves && place()));
}

/** Goes to another place of the view on screen, smoothly where the style sheets say so. */
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
 * Takes the scrolling of navigations in place over from the browser. It keeps that of reloads, of returns from other
 * documents, and of tabs that it discards while they are hidden.
 */
export function ownScrolling(entry: string, hash: string): void {
  shown = entry;
  // This entry was left in place, so the browser doesn't restore it, but its document is gone.
  if (history.scrollRestoration === 'manual' && window.scrollY === 0) placeScroll(entry, hash, true);
  // Until a page has loaded, WebKit has not restored it after a reload.
  if (document.readyState === 'complete') takeRestoration();
  window.addEventListener('pagehide', () => {
    rememberScroll();
    giveRestorationBack();
  });
  // WebKit restores a page that it has kept after this event.
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
  // WebKit has none.
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
    // Storage is full or switched off: returning begins at the top.
  }
}
