import ky, { type HTTPError, type KyInstance, type Options } from 'ky';
import type { ApiClient, SendOptions } from '../contract/api.ts';
import { keyHeader } from '../contract/contact/key.ts';
import type { ContactMessage, ContactRejection } from '../contract/contact/message.ts';
import { limits } from '../contract/limits.ts';
import { xsrf } from '../contract/xsrf.ts';
import type { Language } from '../i18n/languages.ts';
import type { ApiClientOptions } from './client.ts';
import { ApiError, ContactRejectedError, lastGoodHeader } from './errors.ts';
import { readArticle, readNewsList } from './readNews.ts';
import { xsrfTokenOf } from './xsrf.ts';

/** The calls themselves, once the HTTP library is there. */
export type ApiCalls = Omit<ApiClient, 'prepare'>;

/** Makes the calls of a client. */
export function createCalls({ prefix, fetch, cookies }: ApiClientOptions): ApiCalls {
  const http = ky.create({ prefix, timeout: false, retry: 0, credentials: 'include', ...(fetch && { fetch }) });
  const read = reader(http);
  return {
    listNews: (language, { signal } = {}) => read(`blog/${language}`, readNewsList, signal),
    findArticle: (language, slug, { signal } = {}) =>
      read(`blog/${language}/r/${encodeURIComponent(slug)}`, readArticle, signal),
    sendMessage: (message, language, options = {}) => sendMessage(http, cookies, message, language, options),
  };
}

/** Makes the function that reads from the API. It keeps what it has read, for when the same can't be read again. */
function reader(http: KyInstance) {
  const lastGood = new Map<string, unknown>();
  return async <Body>(
    path: string,
    readBody: (body: unknown) => Body | undefined,
    signal?: AbortSignal,
  ): Promise<Body> => {
    const call = `GET ${path}`;
    try {
      const response = await answered(call, () => http.get(path, signal ? { signal } : {}));
      const body = readBody(parseJson(call, response, await response.text()));
      if (body === undefined) throw new ApiError(call, response.status, new TypeError('The answer has another shape.'));
      lastGood.set(path, body);
      return body;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // An error status has its place in the API's own log; an answer that is none has not.
      if (error.status === 200) console.error(`SITE-NEWS ${call} was answered with something that is no news.`);
      const known = readBody(error.lastGood) ?? lastGood.get(path);
      throw known === undefined ? error : new ApiError(call, error.status, error.cause, known);
    }
  };
}

async function sendMessage(
  http: KyInstance,
  cookies: ApiClientOptions['cookies'],
  message: ContactMessage,
  language: Language,
  { signal, key, website, elapsed, onRetry }: SendOptions,
): Promise<void> {
  const options = { ...(signal && { signal }), ...(cookies && key && sendAgain(onRetry)) };
  const token = cookies && (await currentToken(http, cookies, signal));
  const headers = {
    'accept-language': language,
    ...(token && { [xsrf.header]: token }),
    ...(key && { [keyHeader]: key }),
  };
  const json = { ...message, website, elapsed };
  const call = 'POST contact';
  const response = await answered(call, () => http.post('contact', { ...options, json, headers }));
  await assertTaken(call, response);
}

/** Lets a browser send a message again when there was no answer, or a server's error. The message must have a key. */
function sendAgain(onRetry: (() => void) | undefined): Pick<Options, 'retry' | 'hooks'> {
  const { times, longestPause } = limits.sendAgain;
  return {
    retry: {
      limit: times,
      methods: ['post'],
      statusCodes: [500, 502, 503, 504],
      afterStatusCodes: [503],
      maxRetryAfter: longestPause,
      backoffLimit: longestPause,
      jitter: (pause) => pause * (1 - Math.random() / 2),
    },
    hooks: { beforeRetry: [() => onRetry?.()] },
  };
}

/**
 * The token in the visitor's cookies. Pages come from shared caches and set none, so it is asked for before the first message.
 * An API need not know that call: without a token the message goes out as it is.
 */
async function currentToken(http: KyInstance, cookies: () => string, signal: AbortSignal | undefined) {
  const known = xsrfTokenOf(cookies());
  if (known) return known;
  try {
    const { headers } = await http.get(xsrf.path, signal ? { signal } : {});
    // The cookie of an API with an origin of its own is not for the page to see.
    return xsrfTokenOf(cookies()) ?? headers.get(xsrf.header) ?? undefined;
  } catch {
    return xsrfTokenOf(cookies());
  }
}

/**
 * Makes sure that it was the API that took a message: its success has no body, or one in JSON. A proxy's page, or that of
 * a hotel's network, has status 200 as well.
 */
async function assertTaken(call: string, response: Response): Promise<void> {
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

async function answered(call: string, request: () => PromiseLike<Response>): Promise<Response> {
  try {
    return await request();
  } catch (cause) {
    if (!isHttpError(cause)) throw new ApiError(call, undefined, cause);
    const { data, response } = cause;
    if (isRejection(data)) throw new ContactRejectedError(data.errors);
    throw new ApiError(call, response.status, cause, response.headers.has(lastGoodHeader) ? data : undefined);
  }
}

function isRejection(body: unknown): body is ContactRejection {
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors);
}

const isHttpError = (error: unknown): error is HTTPError => error instanceof Error && error.name === 'HTTPError';
