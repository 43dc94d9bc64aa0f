import { newXsrfToken } from '@site/http/csrf.ts';
import { xsrf } from '@site/shared/contract/api.ts';
import type { FetchedRequest } from '@site/shell/render/messages.ts';

/**
 * Headers of a call that the site makes for a visitor. The site has checked where the visitor's request came from,
 * so it may vouch for it with a token of its own.
 */
export function trustedHeaders({ headers, method }: FetchedRequest): Record<string, string> {
  if (method === 'GET') return { ...headers };
  const token = newXsrfToken();
  return { ...headers, cookie: `${xsrf.cookie}=${token}`, [xsrf.header]: token };
}
