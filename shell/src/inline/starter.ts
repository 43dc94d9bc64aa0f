/**
 * Runs inline in every page, before anything else is loaded. It remembers the language. When the first view has been
 * painted it shows the fonts, and when the browser is idle then, or at the visitor's first touch, it starts the site's scripts.
 */
import { isLanguage, languageStorageKey, languages } from '@site/shared/i18n/languages.ts';
import { areFontsKnown, loadFonts, showFonts } from './webFonts.ts';

const { entry = '', modules = '', fonts = '' } = document.currentScript?.dataset ?? {};
const interactions = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart'];

rememberLanguage();
markFirstVisit();
if (areFontsKnown()) showFonts();
startWhenPainted();

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

function startWhenPainted(): void {
  const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback));
  let isPainted = false;
  const onPainted = () => {
    if (!isPainted) void loadFonts(fonts.split(' '));
    isPainted = true;
    whenIdle(start);
  };
  for (const type of interactions) addEventListener(type, start, { once: true, passive: true, capture: true });
  if (PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint')) {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      onPainted();
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  }
  // A page in a background tab paints nothing, and not every browser reports its largest paint.
  if (document.readyState === 'complete') onPainted();
  else addEventListener('load', onPainted, { once: true });
}

function start(): void {
  for (const type of interactions) removeEventListener(type, start, { capture: true });
  if (document.documentElement.dataset.started !== undefined) return;
  document.documentElement.dataset.started = '';
  for (const href of modules.split(' ')) {
    const preload = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    document.head.append(preload);
  }
  void import(/* webpackIgnore: true */ entry);
}
