import type { ApiClient } from '../contract/api.ts';
import type { ApiCalls } from './calls.ts';
import { ApiError } from './errors.ts';

/** How a client reaches the API. */
export interface ApiClientOptions {
  /** Where the API's paths begin, such as `https://site.example/api/v1`; in a browser the path alone is enough. */
  readonly prefix: string;
  /** Stands in for the global `fetch`: the server's rendering has no network of its own. */
  readonly fetch?: typeof fetch;
  /** The visitor's cookies, read at each call. Absent where there is no visitor. */
  readonly cookies?: () => string;
}

/** Makes the site's one API client. Calls have no timeout of their own: give a signal to end one early. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  // Most first views make no call: what makes them, the HTTP library included, is loaded with the first one.
  let loading: Promise<ApiCalls> | undefined;
  const calls = async () => {
    loading ??= import('./calls.ts').then(({ createCalls }) => createCalls(options));
    try {
      return await loading;
    } catch (cause) {
      loading = undefined;
      throw new ApiError('Loading the HTTP library', undefined, cause);
    }
  };
  return {
    // What fails now is tried again with the call, which says so.
    prepare: () => void calls().catch(() => undefined),
    listNews: async (...parameters) => (await calls()).listNews(...parameters),
    findArticle: async (...parameters) => (await calls()).findArticle(...parameters),
    sendMessage: async (...parameters) => (await calls()).sendMessage(...parameters),
  };
}
