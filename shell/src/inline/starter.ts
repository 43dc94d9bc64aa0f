/**
 * Runs inline in every page, before anything else loads. After the first paint it loads whole style sheets, fonts, and the
 * script that does what can wait until then. Then, when the browser is idle or the visitor first interacts, it starts the
 * site's scripts. It uses nothing that a browser with cascade layers may lack: without those, pages have no styles that could need
 * it. Whether a browser can run the site's scripts, their entry finds out.
 */
import { limits } from '@site/shared/contract/limits.ts';
import { languageStorageKey } from '@site/shared/i18n/languages.ts';
import { partialSheets } from '../entry/boot.ts';
import { fontsStorageKey, showFonts } from './shownFonts.ts';
import { whenPainted } from './whenPainted.ts';
import { applyStyles, hasFailed, type Loading } from './wholeStyles.ts';

freeDocumentNames();

const { entry = '', modules = '', fonts = '' } = document.currentScript?.dataset ?? {};
const [painted = '', ...others] = modules.split(' ');
const root = document.documentElement;
let styles: Promise<unknown> | undefined;
let isStyled = false;

recallVisits();
followHistory();
for (const type of ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart', 'wheel'])
  addEventListener(type, start, { once: true, passive: true, capture: true });
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

/** What earlier pages stored, and what later ones will ask for. */
function recallVisits(): void {
  const { lang, dataset } = root;
  const { pathname } = location;
  try {
    // The document has the language of its address, if that names one.
    if (pathname.split('/')[1] === lang || !(languageStorageKey in localStorage))
      localStorage.setItem(languageStorageKey, lang);
    if (fontsStorageKey in localStorage) showFonts();
    // The home page's windows light up once per session: see `Street`.
    if (pathname !== `/${lang}` || 'visited' in sessionStorage) return;
    sessionStorage.setItem('visited', '');
    dataset.firstVisit = '';
  } catch {
    // Storage is blocked: the fonts follow the text, the windows are lit at once, and every address still has its language.
  }
}

function loadDeferred(): void {
  if (styles) return;
  const parts = [...document.querySelectorAll(partialSheets)];
  const sheets = parts.map((part) => part.previousElementSibling as HTMLLinkElement);
  const loadingSheets = sheets.map((link) => load(link, { fetchPriority: 'high', disabled: false }));
  const loadingFonts = fonts.split(' ').map((href) => {
    const link = document.createElement('link');
    const loading = load(link, { rel: 'preload', as: 'font', crossOrigin: '', href });
    document.head.append(link);
    return loading;
  });
  styles = new Promise<void>((resolve) => {
    setTimeout(resolve, limits.remoteLoad);
    void Promise.all(loadingSheets).then((events) => {
      if (!events.some(hasFailed)) applyStyles(sheets);
      resolve();
    });
  }).then(() => {
    isStyled = true;
  });
  import(/* webpackIgnore: true */ painted).then(
    ({ complete }: typeof import('../painted/painted.ts')) => complete(sheets, loadingSheets, loadingFonts),
    // The page works without it.
    () => {},
  );
}

/** Resolves with the event that says whether a link has loaded. */
function load(link: HTMLLinkElement, attributes: Partial<HTMLLinkElement>): Loading {
  return new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }, attributes));
}

/** What a visitor opens may need other rules than the document came with: it opens a moment later, with its styles. */
function waitForStyles(event: Event): void {
  const summary = event.target instanceof Element && event.target.closest('summary');
  if (isStyled || !summary) return;
  // Should it throw, the click opens what it can.
  loadDeferred();
  event.preventDefault();
  void styles?.then(() => summary.click());
}

function start(): void {
  if ('started' in root.dataset) return;
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
  // The shell loads the remote's modules again and reports failures.
  for (const address of others) if (address !== entry) import(/* webpackIgnore: true */ address).catch(() => {});
  // A running page may need rules that the document lacks.
  await styles;
  await import(/* webpackIgnore: true */ entry);
}

/**
 * Reloads when the visitor goes back to another page before hydration. For the browser, a page that was navigated to in place
 * and then reloaded is the same document as the page before it, so going back changes only the address. The router handles
 * that once the page is hydrated.
 */
function followHistory(): void {
  const { pathname } = location;
  addEventListener('popstate', () => {
    if (location.pathname !== pathname && !('hydrated' in root.dataset)) location.reload();
  });
}

/**
 * Removes the names of elements that hide a property of `document`: `<form name="currentScript" data-entry="…">` would choose
 * the script to start. A named picture hides properties by its id, too. Elements can't hide what is read from prototypes.
 */
function freeDocumentNames(): void {
  const named = Document.prototype.querySelectorAll.call(document, 'form[name],img[name],iframe[name]');
  const { getAttribute, removeAttribute } = Element.prototype;
  const hides = (element: Element) =>
    ['name', 'id'].some((attribute) => `${getAttribute.call(element, attribute)}` in Document.prototype);
  for (const element of named) if (hides(element)) removeAttribute.call(element, 'name');
}
