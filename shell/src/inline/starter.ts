/**
 * Runs inline in every page, before anything else loads: what can't wait for a file. After the first paint it loads whole style
 * sheets and the first script. Then, when the browser is idle or the visitor first interacts, it starts the others.
 */
import { limits } from '@site/shared/contract/limits.ts';
import { areFontsCached, showFonts } from './webFonts.ts';
import { whenPainted } from './whenPainted.ts';
import { loadStyles } from './wholeStyles.ts';

const { entry = '', modules = '' } = document.currentScript?.dataset ?? {};
const root = document.documentElement;
const interactions = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart', 'wheel'] as const;
let styles: Promise<unknown> | undefined;
let isStyled = false;

markFirstVisit();
followHistory();
if (areFontsCached()) showFonts();
for (const type of interactions) addEventListener(type, start, { once: true, passive: true, capture: true });
addEventListener('click', waitForStyles, true);
whenPainted(() => {
  loadDeferred();
  whenIdle(start);
});

/** WebKit has no idle callbacks. */
function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: limits.idleWait });
  else setTimeout(callback);
}

/** The home page's windows light up once per session: see `Street`. */
function markFirstVisit(): void {
  try {
    if (location.pathname !== `/${root.lang}` || sessionStorage.getItem('visited') !== null) return;
    sessionStorage.setItem('visited', '');
    root.dataset.firstVisit = '';
  } catch {
    // Storage is blocked: the windows are lit at once.
  }
}

function loadDeferred(): void {
  if (styles) return;
  styles = loadStyles().then(() => {
    isStyled = true;
  });
  void load(modules.split(' ')[0] ?? '');
}

/** What a visitor opens may need other rules than the document came with: it opens a moment later, with its styles. */
function waitForStyles(event: Event): void {
  const summary = event.target instanceof Element && event.target.closest('summary');
  if (isStyled || !summary) return;
  event.preventDefault();
  loadDeferred();
  void styles?.then(() => summary.click());
}

function start(): void {
  for (const type of interactions) removeEventListener(type, start, { capture: true });
  if (root.dataset.started !== undefined) return;
  root.dataset.started = '';
  loadDeferred();
  void importAll();
}

/**
 * Imports every module of the page at once, dependencies of the entry before the entry. Under `Integrity-Policy` WebKit
 * blocks static imports and preloads, because it looks up integrity in the import map only for `import()`. A module that
 * such a call is already fetching is allowed.
 */
async function importAll(): Promise<void> {
  for (const address of modules.split(' ')) if (address !== entry) void load(address);
  // A page that is awake may show what needs other rules than the document came with.
  await styles;
  await import(/* webpackIgnore: true */ entry);
}

/** The shell loads the remote's modules again and reports failures. */
const load = (address: string) => import(/* webpackIgnore: true */ address).catch(() => {});

/**
 * Reloads when the visitor goes back before hydration. For the browser, a page that was navigated to in place and then
 * reloaded is the same document as the page before it, so going back changes only the address. The router handles that once
 * the page is hydrated.
 */
function followHistory(): void {
  const { pathname, search } = location;
  addEventListener('popstate', () => {
    const isSamePage = location.pathname === pathname && location.search === search;
    if (!isSamePage && root.dataset.hydrated === undefined) location.reload();
  });
}
