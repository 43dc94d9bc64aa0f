import type { FragmentValues, Language, PageName } from '@site/shared';
import type { Messages } from '@site/shared/i18n/createI18n.ts';
import { type PathParams, readPageUrl } from '@site/shared/routes/path.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import type { Registry } from '../federation/remotes.ts';
import type { PageOrigin, ViewRequest } from '../view/view.ts';

/** The element that holds the boot data. */
export const bootElementId = 'boot';

/** The element that React hydrates. */
export const siteElementId = 'site';

/**
 * Selects the style sheets that a document contains only in part; the link before each is for the starter script to load. The server
 * looks for this text there: the starters of shells up to 1.2.0 load none.
 */
export const partialSheets = 'link[disabled]+style:not([data-font-faces])';

/** The rendered view as data, which the server adds to the HTML so that the browser doesn't have to request it again. */
export interface Boot {
  /** The 404 page is one document for many addresses: its URL is empty. */
  readonly request: ViewRequest;
  readonly page: BootPage | null;
  /**
   * The fragments that the server has filled in, by the ids of their places; null where only their HTML may be here. In development,
   * those that it doesn't have are elsewhere, where the browser loads them.
   */
  readonly fragments?: Readonly<Record<string, BootFragment | null | 'elsewhere'>>;
  readonly strings: Messages;
  /** The site's public origin: behind a proxy it may differ from what the server sees. */
  readonly origin: string;
  readonly registry: Registry;
  /** With the titles of all pages on the 404 page, which suggests one. */
  readonly routes: LanguageRoutes;
}

/** The page of the first view; the 404 page has none. */
interface BootPage extends PageOrigin {
  readonly name: PageName;
  readonly params: PathParams;
  readonly data: unknown;
  readonly result: unknown;
}

/** A fragment in the first view. */
export interface BootFragment extends PageOrigin {
  readonly name: string;
  readonly module: string;
  readonly language: Language;
  readonly props: FragmentValues;
  readonly data: unknown;
  /** Begins the ids in its HTML. */
  readonly prefix: string;
}

/**
 * Reads the document's boot data. The URL of a 404 page comes from the address bar. Only the server writes scripts: any other
 * element with this id comes from a remote.
 */
export function readBoot(): Boot {
  const boot = JSON.parse(document.querySelector(`script#${bootElementId}`)?.textContent ?? '') as Boot;
  if (boot.request.url !== '') return boot;
  const { url } = readPageUrl(boot.routes, window.location.pathname + window.location.search);
  return { ...boot, request: { ...boot.request, url } };
}
