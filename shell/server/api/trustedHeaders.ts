import { newXsrfToken, xsrfCookie, xsrfHeader } from '@site/api';
import type { FetchedRequest } from '../../src/render/messages.ts';

/**
 * Headers of a call that the site makes for a visitor. The site has checked where the visitor's request came from,
 * so it may vouch for it with a token of its own.
 */
export function trustedHeaders({ headers, method }: FetchedRequest): Record<string, string> {
  if (method === 'GET') return { ...headers };
  const token = newXsrfToken();
  return { ...headers, cookie: `${xsrfCookie}=${token}`, [xsrfHeader]: token };
}
