import type { Language } from '../i18n/languages.ts';
import type { ContactMessage } from './contact/contact.ts';
import type { Article, NewsItem } from './news.ts';
import type { Schema } from './schema.ts';

/** Options of every call. */
export interface ApiCallOptions {
  readonly signal?: AbortSignal;
}

/** Options of a call that reads from a remote's own API. */
export interface ReadOptions extends ApiCallOptions {
  /**
   * Whether its path may contain what a visitor types: then nothing keeps the answer. The calls of a `load` need not say so, when the
   * address of its page has that.
   */
  readonly isSearch?: boolean | undefined;
}

/** Options of a message that is sent. */
export interface SendOptions extends ApiCallOptions {
  /** Idempotency key: browsers can retry, because a message that is sent again under its key is stored once. */
  readonly key?: string;
  /** Value of the form's honeypot. */
  readonly website?: string;
  /** Milliseconds between the opening of the site and the submit. */
  readonly elapsed?: number;
  /** Called before each retry, after a network failure or a server error. */
  readonly onRetry?: () => void;
}

/** The site's API. The shell creates one client for all remotes. */
export interface ApiClient {
  /** Loads the code for a call that is likely soon. Never fails. */
  prepare(): void;
  /**
   * The news of a language, newest first.
   *
   * @throws {ApiError} when the API can't be reached or answers with an error
   */
  listNews(language: Language, options?: ApiCallOptions): Promise<readonly NewsItem[]>;
  /**
   * What the redirect page needs to know about an article.
   *
   * @throws {ApiError} with status 404 when there is no such article, else as `listNews`
   */
  findArticle(language: Language, slug: string, options?: ApiCallOptions): Promise<Article>;
  /**
   * Sends a contact message. It is stored when the promise resolves.
   *
   * @throws {ContactRejectedError} when the API sends an error list
   * @throws {ApiError} on any other failure; status 409 when the key belongs to another message. With `mayBeStored`, the
   *   message may be stored already: send it again under its key, and it is stored once
   */
  sendMessage(message: ContactMessage, language: Language, options?: SendOptions): Promise<void>;
  /**
   * Sends a form of a remote to its own page, as a browser without scripts does. The site's server checks it, and gives it to the
   * remote's API. It is stored when the promise resolves.
   *
   * @param page the path of the page
   * @throws as `sendMessage`
   */
  sendForm(page: string, values: Readonly<Record<string, string>>, options?: SendOptions): Promise<void>;
  /**
   * Reads from the remote's own API, which its `remote.ts` declares and the site's policy grants. While that API fails, the
   * site answers with what it last got from there.
   *
   * @param path the API's name, then the path below the address that the policy grants: `events/upcoming.json?city=paris`
   * @param schema what the answer, which is JSON, has to fit
   * @throws {ApiError} when the API can't be reached, answers with an error, or with something that doesn't fit
   */
  read<Data>(path: string, schema: Schema<Data>, options?: ReadOptions): Promise<Data>;
}

/** The path of the remotes' own APIs on the site. Its next part is the name of one. */
export const ownApisPath = '/api/remotes/';

/** The path of pictures of these APIs on the site. Its next part is the name of one. */
export const ownPicturesPath = '/pictures/';

/** The header of a browser's call whose path may contain what its visitor typed. */
export const searchHeader = 'x-search';

/** The start of every setting with the token of a remote's own API: a policy can send no other secret away. */
export const tokenPrefix = 'REMOTE_API_';

/**
 * The API's double-submit cookie: the cookie, the header that repeats its value, and the path below `/api/v1/` that sets it.
 * Header names are in lower case, as in Node.
 */
export const xsrf = { cookie: 'XSRF-TOKEN', header: 'x-xsrf-token', path: 'xsrf' } as const;

/** The header with a message's idempotency key. */
export const keyHeader = 'idempotency-key';

/** A call of the API: its method, and its path below `/api/v1/`, in which `:name` stands for one segment. */
interface ApiCallPattern {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** The API's calls, by the name that `ApiClient` has for them. */
export const apiCalls = {
  listNews: { method: 'GET', path: 'blog/:language' },
  findArticle: { method: 'GET', path: 'blog/:language/r/:slug' },
  sendMessage: { method: 'POST', path: 'contact' },
} as const satisfies Readonly<Record<string, ApiCallPattern>>;

/** The name of a call. */
export type ApiCallName = keyof typeof apiCalls;

/** The calls that a page may make while the server renders it: those that read. Posted forms are sent by the server itself. */
export const renderingCalls: readonly ApiCallPattern[] = [apiCalls.listNews, apiCalls.findArticle];
