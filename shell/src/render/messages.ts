import type { Registry } from '../federation/remotes.ts';
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
  | { readonly type: 'rendered'; readonly id: number; readonly outcome: RenderOutcome }
  | { readonly type: 'inspected'; readonly id: number; readonly pages: readonly InspectedPage[] }
  | { readonly type: 'fetch'; readonly id: number; readonly request: FetchedRequest };

/** A view to render. */
export interface RenderJob {
  readonly request: ViewRequest;
  /** The site's origin. */
  readonly origin: string;
  readonly registry: Registry;
  /** Remotes without any release: the layout doesn't link to their pages. */
  readonly gone?: readonly string[];
  /** Body of a form that was posted to the address. */
  readonly form?: string;
}

/** The outcome of a job. */
export type RenderOutcome =
  | {
      readonly kind: 'view';
      readonly status: number;
      readonly parts: RenderedParts;
      readonly missingTexts: readonly string[];
      /** Whether a call of the page to the API failed; added by the server. */
      readonly isIncomplete?: boolean;
      /** Whether the page then lacks data: there was no last good answer either. */
      readonly lacksData?: boolean;
    }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'method-not-allowed' }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly stack?: string;
      /** Whether it was a timeout: the same may work in a moment. */
      readonly isLate: boolean;
    };

/** A rendered view: the parts of a document. */
export interface RenderedParts {
  readonly language: string;
  readonly head: string;
  readonly html: string;
  readonly boot: string;
  /** The page's remote and module; absent on the 404 page. */
  readonly module?: { readonly remote: string; readonly name: string };
}

/** An exposed module's messages, for the preflight of a release. */
export interface InspectedPage {
  readonly module: string;
  /** Why the module is unusable; absent when it isn't. */
  readonly problem?: Failure;
  /** Keys of its catalogue in each language. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
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
export interface Failure {
  readonly message: string;
  /** The stack trace of the first cause. */
  readonly stack?: string;
}
