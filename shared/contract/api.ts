import type { Language } from '../i18n/languages.ts';
import type { ContactMessage } from './contact/contact.ts';
import type { Article, NewsItem } from './news.ts';

/** Options of every call. */
export interface ApiCallOptions {
  readonly signal?: AbortSignal;
}

/** Options of a message that is sent. */
export interface SendOptions extends ApiCallOptions {
  /** Names the message: sent again under the same key it is stored once, so a browser may try again by itself. */
  readonly key?: string;
  /** What is in the form's field that people don't see. */
  readonly website?: string;
  /** Milliseconds from the opening of the site to the sending. */
  readonly elapsed?: number;
  /** Called whenever the message is about to be sent again, because there was no answer or a server's error. */
  readonly onRetry?: () => void;
}

/** The calls of the site's API. One client is made by the shell and handed to every remote. */
export interface ApiClient {
  /** Gets ready for a call that is likely soon, so that little depends on the network when it is made. Never fails. */
  prepare(): void;
  /**
   * The news of a language, newest first.
   *
   * @throws {ApiError} when the API can't be reached or answers with an error
   */
  listNews(language: Language, options?: ApiCallOptions): Promise<readonly NewsItem[]>;
  /**
   * What the redirect page needs of one article.
   *
   * @throws {ApiError} with status 404 when there is no such article, else as `listNews`
   */
  findArticle(language: Language, slug: string, options?: ApiCallOptions): Promise<Article>;
  /**
   * Sends a contact message. It is stored when the promise resolves.
   *
   * @throws {ContactRejectedError} when the API sends an error list
   * @throws {ApiError} on any other failure; status 409 when the key belongs to another message
   */
  sendMessage(message: ContactMessage, language: Language, options?: SendOptions): Promise<void>;
}

/**
 * The double-submit cookie of the API: the cookie that it hands out, the header in which it wants the value back, and the
 * call that hands it out, below `/api/v1/`. Node writes header names in lower case.
 */
export const xsrf = { cookie: 'XSRF-TOKEN', header: 'x-xsrf-token', path: 'xsrf' } as const;
