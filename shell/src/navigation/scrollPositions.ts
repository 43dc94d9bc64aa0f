import { elementOfHash } from './elementOfHash.ts';

const storageKey = 'scroll';

/** In browsers without `scrollend`: how long after the last scroll event scrolling has ended, in milliseconds. */
const scrollEndDelay = 200;

/** The page is scrolling, by the visitor's hand or smoothly to a target. */
let isScrolling = false;

/** The page has not yet arrived where the last navigation leads. */
let isMoving = false;

/** Counts navigations, so that a delayed step of one can tell that another has overtaken it. */
let moves = 0;

/** Remembers where the visitor is, for the return to this entry of the tab's history. */
export function rememberScroll(entry: string): void {
  // Left before the page has arrived, an entry keeps its destination: a point on the way there means nothing.
  if (!isMoving) write({ ...read(), [entry]: window.scrollY });
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
  place();
  const move = ++moves;
  if (!wasScrolling) return;
  // A smooth scroll of the last view is ended by that, but what it has gone in the meantime may still be added.
  isMoving = true;
  requestAnimationFrame(() => requestAnimationFrame(() => move === moves && place()));
}

/** Goes to another place of the view on screen, smoothly where the style sheets say so. */
export function moveScroll(hash: string): void {
  moves += 1;
  isMoving = true;
  const target = elementOfHash(hash);
  if (target) target.scrollIntoView();
  else window.scrollTo({ top: 0 });
}

/** Takes scrolling on return over from the browser, but for reloads and for pages of other sites. */
export function ownScrolling(): void {
  history.scrollRestoration = 'manual';
  watchScrolling();
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  window.addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual';
  });
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
