import type { ApiClient } from '../contract/api.ts';
import type { ApiCalls, ApiClientOptions } from './calls.ts';
import { ApiError } from './errors.ts';

/** Creates the site's API client. Calls have no timeout: pass a signal to end one early. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  // Most first views make no call, so the HTTP library and the calls load with the first one.
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
    // If this fails, the call tries again and reports the failure.
    prepare: () => void calls().catch(() => undefined),
    listNews: async (...parameters) => (await calls()).listNews(...parameters),
    findArticle: async (...parameters) => (await calls()).findArticle(...parameters),
    sendMessage: async (...parameters) => (await calls()).sendMessage(...parameters),
    sendForm: async (...parameters) => (await calls()).sendForm(...parameters),
    read: async (...parameters) => (await calls()).read(...parameters),
  };
}
