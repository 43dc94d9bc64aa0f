import ky, { type HTTPError, type KyInstance, type Options } from 'ky';
import {
  type ApiClient,
  keyHeader,
  ownApisPath,
  type ReadOptions,
  type SendOptions,
  searchHeader,
  xsrf,
} from '../contract/api.ts';
import type { ContactMessage } from '../contract/contact/contact.ts';
import { hiddenFields } from '../contract/form/names.ts';
import { limits } from '../contract/limits.ts';
import { fitting, type Schema } from '../contract/schema.ts';
import type { Language } from '../i18n/languages.ts';
import { ApiError, ContactRejectedError, lastGoodHeader, type RejectedFields } from './errors.ts';
import { readArticle, readNewsList } from './readNews.ts';

/** How a client reaches the API. */
export interface ApiClientOptions {
  /** The API's base address, such as `https://site.example/api/v1`; in a browser the path is enough. */
  readonly prefix: string;
  /** The site's address, below which the remotes' own APIs are. Empty in a browser: it is already on the site. */
  readonly site?: string;
  /** Replaces the global `fetch`: the renderer process has no network. */
  readonly fetch?: typeof fetch;
  /** Returns the visitor's cookies; called before each message. Absent on the server. */
  readonly cookies?: () => string;
}

/** The calls, available once the HTTP library is loaded. */
export type ApiCalls = Omit<ApiClient, 'prepare'>;

/** Creates the calls of a client. */
export function createCalls({ prefix, site = '', fetch, cookies }: ApiClientOptions): ApiCalls {
  const http = ky.create({ prefix, timeout: false, retry: 0, credentials: 'include', ...(fetch && { fetch }) });
  const own = http.extend({ prefix: site + ownApisPath, credentials: 'omit' });
  const read = reader(http);
  return {
    listNews: (language, { signal } = {}) => read(`blog/${language}`, readNewsList, signal),
    findArticle: (language, slug, { signal } = {}) =>
      read(`blog/${language}/r/${encodeURIComponent(slug)}`, readArticle, signal),
    sendMessage: (message, language, options = {}) => sendMessage(http, cookies, message, language, options),
    sendForm: (page, values, options = {}) => sendForm(http, page, values, options),
    read: (path, schema, options) => readOwn(own, path, schema, options),
  };
}

/** Reads from a remote's own API. */
async function readOwn<Data>(
  http: KyInstance,
  path: string,
  schema: Schema<Data>,
  { signal, isSearch }: ReadOptions = {},
): Promise<Data> {
  const call = `GET ${path}`;
  const options = { ...(signal && { signal }), ...(isSearch && { headers: { [searchHeader]: '1' } }) };
  const response = await send(call, () => http.get(path, options));
  const body = parseJson(call, response, await response.text());
  try {
    return await fitting(schema, body);
  } catch (cause) {
    // Its query may contain what a visitor typed.
    console.error(`SITE-DATA GET ${path.split('?')[0]} returned what its schema refuses. ${String(cause)}`);
    throw new ApiError(call, response.status, cause);
  }
}

/** Creates a function that reads from the API. It keeps each good response for when the same call fails later. */
function reader(http: KyInstance) {
  const lastGood = new Map<string, unknown>();
  return async <Body>(
    path: string,
    readBody: (body: unknown) => Body | undefined,
    signal?: AbortSignal,
  ): Promise<Body> => {
    const call = `GET ${path}`;
    try {
      const response = await send(call, () => http.get(path, signal ? { signal } : {}));
      const body = readBody(parseJson(call, response, await response.text()));
      if (body === undefined) throw new ApiError(call, response.status, new TypeError('The answer has another shape.'));
      lastGood.set(path, body);
      return body;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The API logs its own error statuses, but can't see a malformed response.
      if (error.status === 200) console.error(`SITE-NEWS ${call} returned something that isn't news.`);
      const known = readBody(error.lastGood) ?? lastGood.get(path);
      throw known === undefined ? error : new ApiError(call, error.status, error.cause, { lastGood: known });
    }
  };
}

async function sendMessage(
  http: KyInstance,
  cookies: ApiClientOptions['cookies'],
  message: ContactMessage,
  language: Language,
  options: SendOptions,
): Promise<void> {
  const { signal, key, website, elapsed } = options;
  const json = { ...message, website, elapsed };
  // The server doesn't retry: a visitor is waiting.
  const post = (token: string | undefined) => {
    const headers = {
      'accept-language': language,
      ...(token && { [xsrf.header]: token }),
      ...(key && { [keyHeader]: key }),
    };
    return store('POST contact', options, cookies !== undefined, (more) =>
      http.post('contact', { ...more, json, headers }),
    );
  };
  const seen = cookies && xsrfTokenOf(cookies());
  const token = seen ?? (cookies && (await askedToken(http, cookies, signal)));
  try {
    await post(token);
  } catch (error) {
    if (!cookies || !isMismatch(error)) throw error;
    // The page may have seen another program's cookie: only the API knows which one its request carries.
    const asked = await askedToken(http, cookies, signal);
    if (!asked || asked === token) throw error;
    await post(asked);
  }
}

const isMismatch = (error: unknown): boolean =>
  error instanceof ApiError && isHttpError(error.cause) && codeIn(error.cause.data) === 'xsrf_mismatch';

/** The code of a failure of the API. */
const codeIn = (body: unknown): unknown => Object(Object(body).error).code;

/** Sends a form of a remote to its page. Its answer is JSON, by the same rules as the API's. */
async function sendForm(
  http: KyInstance,
  page: string,
  values: Readonly<Record<string, string>>,
  options: SendOptions,
): Promise<void> {
  const { key = '', website = '', elapsed } = options;
  const hidden = {
    [hiddenFields.key]: key,
    [hiddenFields.honeypot]: website,
    ...(elapsed !== undefined && { [hiddenFields.elapsed]: String(elapsed) }),
  };
  const body = new URLSearchParams({ ...values, ...hidden });
  const headers = { accept: 'application/json' };
  await store(`POST ${page}`, options, true, (more) =>
    http.extend({ prefix: '' }).post(page, { ...more, body, headers }),
  );
}

/**
 * Makes a call that stores something, and checks that the API itself has accepted it.
 *
 * @param mayRepeat whether it is repeated when it may have failed; it needs a key
 */
async function store(
  call: string,
  { signal, key, onRetry }: SendOptions,
  mayRepeat: boolean,
  post: (options: Options) => PromiseLike<Response>,
): Promise<void> {
  let mayBeStored = false;
  const onFailure = (error: unknown) => {
    mayBeStored ||= !isRefused(error);
  };
  try {
    const options = { ...(signal && { signal }), ...(mayRepeat && key && retryOptions(onFailure, onRetry)) };
    await assertAccepted(call, await send(call, () => post(options)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    onFailure(error.cause);
    // With its key it can be sent again: the API stores it once.
    throw mayBeStored ? Object.assign(error, { mayBeStored }) : error;
  }
}

/**
 * Whether the API itself says that it has not stored a message and won't. Proxies answer with 503 as well, and a 504 of the
 * API means that it doesn't know.
 */
function isRefused(error: unknown): boolean {
  if (!isHttpError(error)) return false;
  const { data, response } = error;
  if (response.status !== 503) return response.status < 500;
  return typeof data === 'object' && data !== null && 'error' in data;
}

/** Options to retry a message after a network failure or a server error. The message must have a key. */
function retryOptions(
  onFailure: (error: unknown) => void,
  onRetry: (() => void) | undefined,
): Pick<Options, 'retry' | 'hooks'> {
  const { times, longestDelay } = limits.sendAgain;
  return {
    retry: {
      limit: times,
      methods: ['post'],
      statusCodes: [500, 502, 503, 504],
      afterStatusCodes: [503],
      maxRetryAfter: longestDelay,
      backoffLimit: longestDelay,
      jitter: (delay) => delay * (1 - Math.random() / 2),
    },
    hooks: {
      beforeRetry: [
        ({ error }) => {
          onFailure(error);
          onRetry?.();
        },
      ],
    },
  };
}

/**
 * The XSRF token that the API gives the visitor. Pages come from shared caches and set no cookies, so the token is requested before
 * the first message. An API need not support that: without a token the message is sent as it is.
 */
async function askedToken(http: KyInstance, cookies: () => string, signal: AbortSignal | undefined) {
  try {
    const { headers } = await http.get(xsrf.path, signal ? { signal } : {});
    // The page can't see the cookie of an API on another origin.
    return headers.get(xsrf.header) ?? xsrfTokenOf(cookies());
  } catch {
    return xsrfTokenOf(cookies());
  }
}

/**
 * Checks that the API itself accepted a message: its success has no body, or JSON. The page of a proxy or a hotel's network
 * has status 200 as well.
 */
async function assertAccepted(call: string, response: Response): Promise<void> {
  const text = await response.text();
  if (text === '') return;
  const body = parseJson(call, response, text);
  if (isRejection(body) && body.errors.length > 0) throw new ContactRejectedError(body.errors);
}

function parseJson(call: string, { status }: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError(call, status, cause);
  }
}

async function send(call: string, request: () => PromiseLike<Response>): Promise<Response> {
  try {
    return await request();
  } catch (cause) {
    if (!isHttpError(cause)) throw new ApiError(call, undefined, cause);
    const { data, response } = cause;
    if (isRejection(data)) throw new ContactRejectedError(data.errors);
    throw new ApiError(call, response.status, cause, {
      retryAfter: secondsOf(response.headers.get('retry-after')),
      ...(response.headers.has(lastGoodHeader) && { lastGood: data }),
    });
  }
}

/** The seconds of a `Retry-After`. Its other form, a date, depends on the visitor's clock. */
const secondsOf = (value: string | null): number | undefined =>
  value && /^\d+$/.test(value) ? Number(value) : undefined;

function isRejection(body: unknown): body is { readonly errors: readonly RejectedFields[] } {
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors);
}

const isHttpError = (error: unknown): error is HTTPError => error instanceof Error && error.name === 'HTTPError';

/** The token in a cookie string such as `document.cookie`, if there is one. */
function xsrfTokenOf(cookies: string): string | undefined {
  const prefix = `${xsrf.cookie}=`;
  const pair = cookies.split('; ').find((part) => part.startsWith(prefix));
  return pair && decoded(pair.slice(prefix.length));
}

/** A cookie's value in a form that a header allows. Values that can't be decoded stay as they are; control characters make it invalid. */
function decoded(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value);
    if (/[^ -~]/.test(text)) return /\p{Cc}/u.test(text) ? undefined : value;
    return text;
  } catch {
    return value;
  }
}
