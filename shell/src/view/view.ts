import type { ApiClient, Language, Page, PageContext, PageName } from '@site/shared';
import type { PageMatch, PathParams } from '@site/shared/routes/path.ts';
import type { LanguageRoutes, PageRoute } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { LoadMessages } from './pageMessages.ts';

/** What is shown at an address. */
export interface View {
  readonly request: ViewRequest;
  readonly content: ViewContent;
  /** The site's pages and navigation. */
  readonly routes: LanguageRoutes;
  /** Tells views of one address apart: a later one has other data. The first view has none. */
  readonly key?: string;
  /** Holds the content, from before the visitor sees it. The first view has none: it is in the server's HTML. */
  readonly stage?: ComponentType<StageProps>;
}

/** Properties of a view's stage. */
export interface StageProps {
  /** The view's address. */
  readonly url: string;
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** The requested address and language. */
export interface ViewRequest {
  /** Path, and the query parameters that the page reads; empty for a 404 page that serves many addresses. */
  readonly url: string;
  /** The language of the path, or the detected one. */
  readonly language: Language;
}

/** The content of a view: a remote's page, or the shell's own 404 page. */
type ViewContent = PageContent | KeptContent | { readonly kind: 'not-found' };

/** A remote's page with its data. */
export interface PageContent {
  readonly kind: 'page';
  readonly name: PageName;
  readonly route: PageRoute;
  readonly params: PathParams;
  readonly loaded: LoadedPage;
  readonly data: unknown;
  readonly result: unknown;
  /** A copy of the server's HTML, for a first view that throws during hydration. */
  readonly rendered?: Node;
}

/** A rendered page whose remote the browser can't load: the server's HTML stays. */
interface KeptContent {
  readonly kind: 'kept';
  readonly name: PageName;
  readonly route: PageRoute;
  readonly origin: PageOrigin;
}

/** The remote and release that a page comes from. */
export interface PageOrigin {
  readonly remote: string;
  readonly release: string;
}

/** A loaded page module. */
export interface LoadedPage extends PageOrigin {
  readonly page: Page;
}

/** What creates views; the server and the browser each have their own. */
export interface ViewTools {
  readonly api: ApiClient;
  readonly i18n: I18n;
  /** The site's origin, for absolute addresses. */
  readonly origin: string;
  /**
   * The route table in a language.
   *
   * @throws {Error} when it can't be loaded
   */
  readonly routesIn: (language: Language) => Promise<LanguageRoutes>;
  /** @throws {RemoteUnavailableError} */
  readonly loadPage: (route: Pick<PageRoute, 'remote' | 'module'>) => Promise<LoadedPage>;
  readonly loadMessages: LoadMessages;
  /** How long a page's `load` may take, in milliseconds. */
  readonly dataBudget: number;
  /** Aborts the page's calls when the visitor has left or the budget is spent. */
  readonly signal: AbortSignal;
}

/** The context that a page's functions receive. */
export function pageContext(
  { params, route }: Pick<PageMatch, 'params' | 'route'>,
  { language, url }: ViewRequest,
  { api, signal }: ViewTools,
): PageContext {
  const { query } = splitUrl(url);
  return { language, params, query, api: isSearch(route, query) ? searching(api) : api, signal };
}

/** Whether the query of an address contains what a visitor typed. */
export const isSearch = ({ search = {} }: Pick<PageRoute, 'search'>, query: URLSearchParams): boolean =>
  Object.keys(search).some((name) => query.has(name));

/** A client that keeps what a visitor typed out of every cache. */
const searching = (api: ApiClient): ApiClient => ({
  ...api,
  read: (path, schema, options) => api.read(path, schema, { ...options, isSearch: true }),
});

/** Splits a URL without origin into path and query. */
export function splitUrl(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = '/', search = ''] = (url.split('#')[0] ?? '').split('?');
  return { path, query: new URLSearchParams(search) };
}
