import type { Language, Page, PageName } from '@site/shared';
import type { PathParams } from '@site/shared/routes/path.ts';

/** A page module as it was loaded: from which remote, and from which of its releases. */
export interface LoadedPage extends PageOrigin {
  readonly page: Page;
}

/** Where a page comes from. */
export interface PageOrigin {
  readonly remote: string;
  readonly release: string;
}

/** What an address asks for. */
export interface ViewRequest {
  /** Path, and of the query what the page reads; of a 404 page for many addresses nothing. */
  readonly url: string;
  /** The language of the path, or the detected one. */
  readonly language: Language;
}

/** A remote's page with what it needs. */
export interface PageContent {
  readonly kind: 'page';
  readonly name: PageName;
  readonly params: PathParams;
  readonly loaded: LoadedPage;
  readonly data: unknown;
  readonly result: unknown;
  /** A copy of what the server rendered, for a first view that throws when the browser takes it over. */
  readonly rendered?: Node;
}

/** A page that the server rendered and whose remote the browser can't load: its HTML stays as it is. */
export interface KeptContent {
  readonly kind: 'kept';
  readonly name: PageName;
  readonly origin: PageOrigin;
}

/** The content of a view: a remote's page, or the shell's own 404 page. */
export type ViewContent = PageContent | KeptContent | { readonly kind: 'not-found' };

/** What is shown at an address. */
export interface View {
  readonly request: ViewRequest;
  readonly content: ViewContent;
}
