/**
 * Runs inline in every page, before anything else loads. It stores the language. After the first paint it completes the head
 * and loads the fonts. Then, when the browser is idle or the visitor first interacts, it starts the site's scripts.
 */
import { limits } from '@site/shared/contract/limits.ts';
import { isLanguage, languageStorageKey, languages } from '@site/shared/i18n/languages.ts';
import { headMark } from '../head/head.ts';
import { areFontsCached, loadFonts, showFonts } from './webFonts.ts';
import { whenPainted } from './whenPainted.ts';

const { entry = '', modules = '', fonts = '' } = document.currentScript?.dataset ?? {};
const interactions = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart', 'wheel'];
let areFontsRequested = false;

rememberLanguage();
markFirstVisit();
followHistory();
if (areFontsCached()) showFonts();
for (const type of interactions) addEventListener(type, start, { once: true, passive: true, capture: true });
whenPainted(() => {
  loadDeferred();
  whenIdle(start);
});

/** WebKit has no idle callbacks. */
function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: limits.idleWait });
  else setTimeout(callback);
}

function rememberLanguage(): void {
  try {
    const isOfPath = isLanguage(location.pathname.split('/')[1]);
    if (isOfPath || localStorage.getItem(languageStorageKey) === null) {
      localStorage.setItem(languageStorageKey, document.documentElement.lang);
    }
  } catch {
    // Storage is blocked: every address still contains the language.
  }
}

/** The home page's windows light up once per session: see `Street`. */
function markFirstVisit(): void {
  try {
    const isHome = languages.some((language) => location.pathname === `/${language}`);
    if (!isHome || sessionStorage.getItem('visited') !== null) return;
    sessionStorage.setItem('visited', '');
    document.documentElement.dataset.firstVisit = '';
  } catch {
    // Storage is blocked: the windows are lit at once.
  }
}

function loadDeferred(): void {
  completeHead();
  if (!areFontsRequested) void loadFonts(fonts.split(' '));
  areFontsRequested = true;
}

function start(): void {
  for (const type of interactions) removeEventListener(type, start, { capture: true });
  if (document.documentElement.dataset.started !== undefined) return;
  document.documentElement.dataset.started = '';
  loadDeferred();
  importAll();
}

/**
 * Imports every module of the page at once, dependencies of the entry before the entry. Under `Integrity-Policy` WebKit
 * blocks static imports and preloads, because it looks up integrity in the import map only for `import()`. A module that
 * such a call is already fetching is allowed.
 */
function importAll(): void {
  for (const address of modules.split(' ')) {
    const loading = import(/* webpackIgnore: true */ address);
    // The shell loads the remote's modules again and reports failures.
    if (address !== entry) loading.catch(() => {});
  }
}

/**
 * Reloads when the visitor goes back before hydration. For the browser, a page that was navigated to in place and then
 * reloaded is the same document as the page before it, so going back changes only the address. The router handles that once
 * the page is hydrated.
 */
function followHistory(): void {
  const { pathname, search } = location;
  addEventListener('popstate', () => {
    const isSamePage = location.pathname === pathname && location.search === search;
    if (!isSamePage && document.documentElement.dataset.hydrated === undefined) location.reload();
  });
}

/** Activates the tags that wait for the first paint, unless a navigation has replaced them already. */
function completeHead(): void {
  const templates = document.head.querySelectorAll<HTMLTemplateElement>(`template[${headMark}]`);
  for (const template of templates) template.replaceWith(template.content);
}
