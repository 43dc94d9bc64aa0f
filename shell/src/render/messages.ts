import type { FragmentValues } from '@site/shared';
import type { Messages } from '@site/shared/i18n/createI18n.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import type { Registry } from '../federation/remotes.ts';
import type { Head } from '../head/head.ts';
import type { ViewRequest } from '../view/view.ts';

/** What the site server sends to a renderer process. */
export type ToRenderer =
  | { readonly type: 'remote'; readonly name: string; readonly release: string; readonly code: string }
  | { readonly type: 'render'; readonly id: number; readonly job: RenderJob }
  | {
      readonly type: 'inspect';
      readonly id: number;
      readonly name: string;
      readonly release: string;
      readonly modules: readonly string[];
    }
  | { readonly type: 'fetched'; readonly id: number; readonly response: FetchedResponse };

/** What a renderer process sends back. */
export type FromRenderer =
  | { readonly type: 'ready' }
  | { readonly type: 'started'; readonly id: number }
  // A `RenderAnswer`, if the worker is honest.
  | { readonly type: 'rendered'; readonly id: number; readonly outcome: unknown }
  | { readonly type: 'inspected'; readonly id: number; readonly pages: readonly InspectedPage[] }
  | { readonly type: 'fetch'; readonly id: number; readonly request: FetchedRequest };

/** A view to render. */
export interface RenderJob {
  readonly request: ViewRequest;
  /** The site's origin. */
  readonly origin: string;
  readonly registry: Registry;
  /** The site's pages in the language of the request. */
  readonly routes: LanguageRoutes;
  /** The outcome of a posted form, which the page shows again. */
  readonly result?: unknown;
  /** Whether the server fills in the fragments of the page. Servers before version 1.3.0 don't: it shows the fallbacks. */
  readonly fillsHoles?: boolean;
  /** The fragment to render in place of a page. */
  readonly fragment?: FragmentJob;
}

/** A fragment to render. */
export interface FragmentJob {
  readonly remote: string;
  readonly module: string;
  readonly props: FragmentValues;
  /** Begins the ids in its HTML. */
  readonly prefix: string;
}

/** A place on a page for a fragment, which its owner renders. */
export interface FragmentHole {
  /** Names its element in the HTML. */
  readonly id: string;
  readonly name: string;
  readonly props: FragmentValues;
}

/** A worker's answer to a job. It is untrusted: platform/renderer/src/outcome/readOutcome.ts checks it. */
export type RenderAnswer =
  | {
      readonly kind: 'view';
      readonly html: string;
      /** A `ViewDescription` as JSON: text carries no getters, prototypes or functions. */
      readonly view: string;
      readonly missingTexts: readonly string[];
    }
  | ({
      readonly kind: 'failed';
      /** Whether it was a timeout: a retry may work. */
      readonly isLate: boolean;
    } & SerializedError);

/** What a document contains of a view besides its HTML. The server writes it, and adds what only it knows. */
export interface ViewDescription {
  /** Absent for a fragment. */
  readonly head?: Head;
  readonly structuredData?: object;
  readonly strings: Messages;
  /** The data of the page or fragment; absent on the 404 page. */
  readonly page?: { readonly data?: unknown };
  /** In the order of the HTML; absent without any. */
  readonly holes?: readonly FragmentHole[];
}

/** An exposed module's messages, for the preflight of a release. */
export interface InspectedPage {
  readonly module: string;
  /** Why the module is unusable; absent when it isn't. */
  readonly problem?: SerializedError;
  /** Keys of its catalogue in each language. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** The sections of the catalogue that the page shows. Shells before version 1.3.0 don't tell. */
  readonly sections?: readonly string[];
}

/** A call to the API, which the site server makes for the renderer. */
export interface FetchedRequest {
  /** The job that makes the call. */
  readonly job: number;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The API's response; status 0 when there was none. */
export interface FetchedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An error, as logs and the preflight show it. */
export interface SerializedError {
  readonly message: string;
  /** The stack trace of the first cause. */
  readonly stack?: string;
}
