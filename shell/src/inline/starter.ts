/**
 * Runs inline in every page, before anything else is loaded. It remembers the language. When the first view has been
 * painted it completes the head and shows the fonts, and when the browser is idle then, or at the visitor's first
 * touch, it starts the site's scripts.
 */
import { limits } from '@site/shared/contract/limits.ts';
import { isLanguage, languageStorageKey, languages } from '@site/shared/i18n/languages.ts';
import { completeHead } from './completeHead.ts';
import { followHistory } from './followHistory.ts';
import { areFontsKnown, loadFonts, showFonts } from './webFonts.ts';
import { whenPainted } from './whenPainted.ts';

const { entry = '', modules = '', fonts = '' } = document.currentScript?.dataset ?? {};
const interactions = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart', 'wheel'];
let areFontsAsked = false;

rememberLanguage();
markFirstVisit();
followHistory();
if (areFontsKnown()) showFonts();
for (const type of interactions) addEventListener(type, start, { once: true, passive: true, capture: true });
whenPainted(() => {
  askForTheRest();
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
    // Storage is switched off: the language still stands in every address.
  }
}

/** The home lights its windows up once a session: see `Street`. */
function markFirstVisit(): void {
  try {
    const isHome = languages.some((language) => location.pathname === `/${language}`);
    if (!isHome || sessionStorage.getItem('visited') !== null) return;
    sessionStorage.setItem('visited', '');
    document.documentElement.dataset.firstVisit = '';
  } catch {
    // Storage is switched off: the windows are lit at once.
  }
}

function askForTheRest(): void {
  completeHead();
  if (!areFontsAsked) void loadFonts(fonts.split(' '));
  areFontsAsked = true;
}

function start(): void {
  for (const type of interactions) removeEventListener(type, start, { capture: true });
  if (document.documentElement.dataset.started !== undefined) return;
  document.documentElement.dataset.started = '';
  askForTheRest();
  importAll();
}

/**
 * Imports every module of the page at once; those that the entry imports come before it. Under `Integrity-Policy` WebKit
 * blocks modules that are imported statically or preloaded, because it looks their integrity up in the import map only for
 * `import()`. A module that such a call is already fetching passes.
 */
function importAll(): void {
  for (const address of modules.split(' ')) {
    const loading = import(/* webpackIgnore: true */ address);
    // The shell loads the remote's modules again, and reports a failure there.
    if (address !== entry) loading.catch(() => {});
  }
}
