import type { FetchedRequest, FetchedResponse } from '@site/shell/render/messages.ts';

/** What a worker needs of the site server. */
export interface RenderHost {
  /** Makes a call to the API for a visitor. */
  readonly callApi: (request: FetchedRequest, visitor: Visitor) => Promise<FetchedResponse>;
  /** Receives what the worker prints. */
  readonly onOutput: (text: string) => void;
}

/** Whom a page is rendered for, as far as the API has to know. */
export interface Visitor {
  /** Network address. */
  readonly address: string;
}
