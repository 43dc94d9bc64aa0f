import type { FetchedRequest } from '@site/shell/render/messages.ts';

const anyOrigin = 'http://api';
const apiPath = '/api/v1/';

/** Whether a call goes to the API: what pages are rendered with must reach nothing else that the server could. */
export function isApiCall({ path }: Pick<FetchedRequest, 'path'>): boolean {
  const url = URL.parse(path, anyOrigin);
  // A path that changes as it is resolved leads somewhere else than it seems.
  return url?.origin === anyOrigin && url.pathname.startsWith(apiPath) && url.pathname + url.search === path;
}
