import { requestIdHeaders } from '@site/node/requestId.ts';
import type { Span } from '@site/node/spans.ts';
import { ownApisPath, renderingCalls } from '@site/shared/contract/api.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import type { FetchedRequest, FetchedResponse } from '@site/shell/render/messages.ts';

/** The visitor that a page is rendered for, as far as the API has to know. */
export interface Visitor {
  /** Network address. */
  readonly address: string;
  /** The id of the request: the logs of all servers name it. */
  readonly requestId?: string;
  /** What the work for it is a part of, where that is traced. It stays on this side of the wall: a job has a number. */
  readonly span?: Span | undefined;
  /** Set when they search: what they typed may be in the calls of their page, so nothing keeps the answers. */
  readonly isSearch?: true;
}

/** A call that the site makes itself. */
export interface ApiCall extends Omit<FetchedRequest, 'job'> {
  /** The remote whose page makes the call; absent when the site itself does. */
  readonly remote?: string | undefined;
}

/** The answer to a call. */
export interface ApiAnswer extends FetchedResponse {
  /** For how many milliseconds it is fresh; absent when the site notices changes itself. */
  readonly freshFor?: number | undefined;
}

/** Makes a call for a visitor's page or form. Never rejects: status 0 stands for no answer. */
export type CallApi = (request: ApiCall, visitor: Visitor) => Promise<ApiAnswer>;

/** Headers that let an API continue a visitor's request: its id and its trace. */
export const requestHeaders = ({ span, requestId }: Pick<Visitor, 'span' | 'requestId'>): Record<string, string> => ({
  ...(span?.headers ?? (requestId && requestIdHeaders(requestId))),
});

/** Stands for a missing answer. */
export const noAnswer: FetchedResponse = { status: 0, headers: {}, body: '' };

/** Whether the API failed. An error of the caller, such as an unknown article, is an answer. */
export const hasFailed = ({ status }: Pick<FetchedResponse, 'status'>): boolean => status === 0 || status >= 500;

const anyOrigin = 'http://api';

const segment = (name: string): string => (name === ':language' ? `(?:${languages.join('|')})` : '[^/]+');

const patterns = renderingCalls.map(({ method, path }) => ({
  method,
  path: new RegExp(`^/api/v1/${path.replace(/:\w+/g, segment)}$`),
}));

/**
 * The call that a page's code asks for while it is rendered, with nothing but its path; undefined when the contract doesn't
 * list it for that. What a remote's own API may be asked for is known where it is asked.
 */
export function renderingCall({ method, path, body }: FetchedRequest, remote?: string): ApiCall | undefined {
  const isOwn = remote !== undefined && method === 'GET' && path.startsWith(ownApisPath);
  const isListed = isOwn || patterns.some((pattern) => pattern.method === method && pattern.path.test(path));
  // A path that changes when it is resolved, such as one with `..`, leads elsewhere.
  const isResolved = URL.parse(path, anyOrigin)?.href === anyOrigin + path;
  return isListed && isResolved && body === undefined ? { method, path, headers: {}, remote } : undefined;
}
