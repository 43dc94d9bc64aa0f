/**
 * Runs in every page of `npm run dev`: shows problems above the page, and reports errors of the page itself. It loads
 * nothing and creates no markup from strings, so it works under the pages' own security policy.
 */
const element = 'development-problems';
const known = new WeakSet();
let shown = [];
let failedToShow = false;
const emptyPlace = '[data-fragment]:not(:has([data-remote]))';
let server;
const revision = Number(new URL(import.meta.url).searchParams.get('revision'));

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { position: fixed; inset: auto 0 0; z-index: 2147483647; }
  section { max-block-size: 60vh; overflow: auto; padding: 1rem 1.5rem; border-block-start: 4px solid #e5484d;
    background: #1c1917; color: #fafaf9; font: 14px/1.5 system-ui, sans-serif; box-shadow: 0 -8px 32px #0006; }
  header { display: flex; justify-content: space-between; gap: 1rem; }
  h2 { margin: 0; font-size: 1rem; }
  article { margin-block-start: 1rem; }
  h3 { margin: 0; font-size: 1rem; color: #ff9592; }
  p { margin: 0.25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  code, pre { font: 13px/1.5 ui-monospace, monospace; }
  code { color: #9eb1ff; }
  pre { margin: 0.5rem 0 0; padding: 0.75rem; overflow: auto; background: #0c0a09; }
  button { padding: 0.25rem 0.75rem; border: 1px solid #fafaf9; border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer; }
  :focus-visible { outline: 2px solid #9eb1ff; outline-offset: 2px; }
`);

class DevelopmentProblems extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
  }

  /** Replaces the shown problems. */
  show(problems) {
    const hide = make('button', 'Hide');
    hide.addEventListener('click', () => this.remove());
    const title = make('h2', problems.length === 1 ? '1 problem' : `${problems.length} problems`);
    const section = make('section', make('header', title, hide), ...problems.map(articleOf));
    section.setAttribute('role', 'alert');
    section.addEventListener('keydown', ({ key }) => key === 'Escape' && this.remove());
    this.shadowRoot.replaceChildren(section);
  }
}
customElements.define(element, DevelopmentProblems);

function articleOf({ title, message, place, frame, url }) {
  const at = place ? `${place.file}:${place.line}${place.column ? `:${place.column}` : ''}` : '';
  const where = [at, url].filter(Boolean).map((text) => make('code', text));
  const spaced = where.flatMap((code, index) => (index > 0 ? ['  ', code] : [code]));
  return make('article', make('h3', title), make('p', ...spaced), make('p', message), frame ? make('pre', frame) : '');
}

function make(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

const isAboutThisPage = ({ url }) => url === undefined || url === location.pathname;

function show(problems) {
  const before = shown;
  shown = problems.filter(isAboutThisPage);
  const hadErrors = before.some(({ url }) => url !== undefined && isAboutThisPage({ url }));
  // A page that failed to show, or a fragment of it, must reload. Hot reload updates all others.
  const isMissing = failedToShow || !document.querySelector('script#boot') || document.querySelector(emptyPlace);
  if (hadErrors && isMissing && !shown.some(({ url }) => url !== undefined)) return reload();
  if (JSON.stringify(before) === JSON.stringify(shown)) return;
  if (shown.length === 0) return document.querySelector(element)?.remove();
  const overlay = document.querySelector(element) ?? document.body.appendChild(document.createElement(element));
  overlay.show(shown);
}

/** What a person writes into or chooses; hidden fields are the page's own. */
const fields = () => [...document.querySelectorAll('input:not([type="hidden"], [type="file"]), textarea, select')];

const typed = 'typed before the page was loaded again';

/** Loads the page again, with what was typed into it. */
function reload() {
  const values = fields().map(({ value, checked }) => ({ value, checked }));
  sessionStorage.setItem(typed, JSON.stringify({ path: location.pathname, values }));
  location.reload();
}

function restoreTyped() {
  const { path, values = [] } = JSON.parse(sessionStorage.getItem(typed) ?? '{}');
  sessionStorage.removeItem(typed);
  if (path !== location.pathname) return;
  for (const [index, field] of fields().entries()) Object.assign(field, values[index]);
}
restoreTyped();

new EventSource('/_dev/events').addEventListener('message', ({ data }) => {
  const state = JSON.parse(data);
  server ??= state.server;
  if (server !== state.server || (isStarting() && revision !== state.revision)) return reload();
  show(state.problems);
});

/** Before hydration, hot reload can't update the page. */
const isStarting = () =>
  document.querySelector('script#boot') && document.documentElement.dataset.hydrated === undefined;

function report(error) {
  if (!(error instanceof Error) || error.name === 'AbortError' || known.has(error)) return;
  known.add(error);
  const { message, stack, cause } = error;
  const reason = cause instanceof Error ? cause : { message, stack };
  const body = JSON.stringify({ message, stack: reason.stack ?? '', url: location.pathname });
  fetch('/_dev/errors', { method: 'POST', body, keepalive: true }).catch(() => {});
}

// Library frames can fill a shorter stack trace.
Error.stackTraceLimit = 50;
addEventListener('error', ({ error }) => report(error));
addEventListener('unhandledrejection', ({ reason }) => report(reason));
// The site logs the errors that it catches.
const { error: log } = console;
console.error = (...values) => {
  log.apply(console, values);
  failedToShow ||= /^SITE-(?:RENDER|PAGE|HYDRATION)/.test(String(values[0]));
  for (const value of values) report(value);
};
