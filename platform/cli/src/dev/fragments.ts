import type { FragmentAlone } from '@site/renderer/views/developedFragments.ts';
import type { FragmentProposal } from '@site/shared/contract/remote.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { developmentPrefix } from './pages.ts';

/** The address of the page that a fragment has of its own in development, with the names of what it takes. */
export function fragmentAddress(name: string, { props = {} }: Pick<FragmentProposal, 'props'>): string {
  const query = Object.keys(props).map((value) => `${value}=`);
  const path = `${homePath(fallbackLanguage)}${developmentPrefix}fragments/${name}`;
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

const address = new RegExp(`^/\\w+${developmentPrefix}fragments/([\\w-]+)$`);

/**
 * The fragment that an address shows on a page of its own, `/en/_dev/fragments/recommendations?skus=A-1`, with what it is given there;
 * undefined for any other address.
 *
 * @param fragments those of the site
 */
export function fragmentAt(url: string, fragments: object): FragmentAlone | undefined {
  const [path = '', query] = url.split('?');
  const [, name = ''] = address.exec(path) ?? [];
  return Object.hasOwn(fragments, name) ? { name, props: Object.fromEntries(new URLSearchParams(query)) } : undefined;
}

/** A document with a fragment alone: only the 404 page has no content of a remote, and its own is hidden. */
export function asFragmentPage(path: string, html: string): string | undefined {
  const [, name = ''] = address.exec(path) ?? [];
  if (name === '' || !html.includes(`data-fragment="${name}"`)) return undefined;
  return html.replace('<html ', '<html data-alone ').replace(/<title>.*?<\/title>/s, `<title>${name}</title>`);
}

const emptyPlace = '[data-fragment]:not(:has([data-remote]))';

/**
 * The style sheet of every page in development: a place without its fragment has an outline, with the name of the fragment and of the
 * remote that has it by the route policy.
 */
export function fragmentsSheet({ fragments = {} }: Pick<RoutePolicy, 'fragments'>): string {
  const owners = Object.entries(fragments).map(
    ([name, remote]) =>
      `${emptyPlace}[data-fragment="${name}"]::before { content: "${name}, a fragment of ${remote}"; }`,
  );
  return `${emptyPlace} { min-block-size: 2rem; outline: 2px dashed var(--color-accent-line); outline-offset: -2px; }
${emptyPlace}::before { content: attr(data-fragment) ", a fragment"; padding: 0.25rem 0.5rem; font: 600 0.875rem/1.5 system-ui, sans-serif; color: var(--color-on-accent); background: var(--color-accent); }
${owners.join('\n')}
[data-alone] main :has(> [data-fragment]) { display: block; text-align: start; }
[data-alone] main :has(> [data-fragment]) > :not([data-fragment]) { display: none; }
`;
}
