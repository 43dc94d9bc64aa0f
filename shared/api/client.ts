import type { HTTPError, KyInstance, Options } from 'ky';
import type { ApiClient } from '../contract/api.ts';
import type { ContactRejection } from '../contract/contact/message.ts';
import { limits } from '../contract/limits.ts';
import type { Article, NewsList } from '../contract/news.ts';
import { ApiError, ContactRejectedError } from './errors.ts';
import { xsrf, xsrfTokenOf } from './xsrf.ts';

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
export function createApiClient({ prefix, fetch, cookies }: ApiClientOptions): ApiClient {
  // Most first views make no call: the HTTP library is loaded with the first one.
  let loading: Promise<KyInstance> | undefined;
  const client = async () => {
    loading ??= import('ky').then(({ default: ky }) =>
      ky.create({ prefix, timeout: false, retry: 0, credentials: 'include', ...(fetch && { fetch }) }),
    );
    try {
      return await loading;
    } catch (cause) {
      loading = undefined;
      throw new ApiError('Loading the HTTP library', undefined, cause);
    }
  };
  return {
    // What fails now is tried again with the call, which says so.
    prepare: () => void client().catch(() => undefined),
    listNews: async (language, options) =>
      (await read<NewsList>(await client(), `blog/${language}`, options?.signal)).news,
    findArticle: async (language, slug, options) =>
      read<Article>(await client(), `blog/${language}/r/${encodeURIComponent(slug)}`, options?.signal),
    sendMessage: async (message, language, { signal, key, website, elapsed, onRetry } = {}) => {
      const http = await client();
      const options = { ...(signal && { signal }), ...(cookies && key && sendAgain(onRetry)) };
      const token = await currentToken(http, cookies, options);
      const headers = {
        'accept-language': language,
        ...(token && { [xsrf.header]: token }),
        ...(key && { 'idempotency-key': key }),
      };
      const json = { ...message, website, elapsed };
      await answered('POST contact', () => http.post('contact', { ...options, json, headers }));
    },
  };
}

/** Lets a browser send a message again when there was no answer, or a server's error. The message must have a key. */
function sendAgain(onRetry: (() => void) | undefined): Pick<Options, 'retry' | 'hooks'> {
  const { times, longestPause } = limits.sendAgain;
  return {
    retry: {
      limit: times,
      methods: ['get', 'post'],
      statusCodes: [500, 502, 503, 504],
      afterStatusCodes: [503],
      maxRetryAfter: longestPause,
      backoffLimit: longestPause,
      jitter: (pause) => pause * (1 - Math.random() / 2),
    },
    hooks: { beforeRetry: [() => onRetry?.()] },
  };
}

/** The token in the visitor's cookies. Pages come from shared caches and set none, so the first call asks for it. */
async function currentToken(http: KyInstance, cookies: ApiClientOptions['cookies'], options: Options) {
  if (!cookies) return undefined;
  const known = xsrfTokenOf(cookies());
  if (known) return known;
  const { headers } = await answered(`GET ${xsrf.path}`, () => http.get(xsrf.path, options));
  // The cookie of an API with an origin of its own is not for the page to see.
  return xsrfTokenOf(cookies()) ?? headers.get(xsrf.header) ?? undefined;
}

async function read<Body>(http: KyInstance, path: string, signal: AbortSignal | undefined): Promise<Body> {
  const call = `GET ${path}`;
  const response = await answered(call, () => http.get(path, signal ? { signal } : {}));
  try {
    return await response.json<Body>();
  } catch (cause) {
    throw new ApiError(call, response.status, cause);
  }
}

async function answered<Answer>(call: string, request: () => PromiseLike<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (cause) {
    if (!isHttpError(cause)) throw new ApiError(call, undefined, cause);
    if (isRejection(cause.data)) throw new ContactRejectedError(cause.data.errors);
    throw new ApiError(call, cause.response.status, cause);
  }
}

function isRejection(body: unknown): body is ContactRejection {
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors);
}

const isHttpError = (error: unknown): error is HTTPError => error instanceof Error && error.name === 'HTTPError';
