import type { CountCall } from '@site/api/calls.ts';
import { type ApiCall, noAnswer } from '@site/renderer/apiCalls.ts';
import { lastGoodHeader } from '@site/shared/api/errors.ts';
import { readArticle, readNewsList } from '@site/shared/api/readNews.ts';
import type { FetchedResponse } from '@site/shell/render/messages.ts';
import { LRUCache } from 'lru-cache';
import { serverLimits } from '../limits.ts';
import type { ApiBackend } from './ApiBackend.ts';

/**
 * Counts pages' API calls, limits their time, and keeps the last good answer to each GET call. When the API fails, the failure
 * carries that answer, so that the page can show it.
 */
export function withLastGood(
  api: ApiBackend,
  logError: (text: string, requestId: string | undefined) => void,
  count?: CountCall,
): ApiBackend {
  const lastGood = new LRUCache<string, string>({ max: serverLimits.keptAnswers });
  const call: ApiBackend['call'] = async (request, visitor) => {
    const { path } = request;
    const isRead = request.method === 'GET';
    const { read, write } = serverLimits.apiCall;
    const response = await withTimeout(api.call(request, visitor), isRead ? read : write);
    if (!isRead || response.status === 404) return response;
    if (isGood(request, response)) {
      lastGood.set(path, response.body);
      return response;
    }
    if (response.status === 200)
      logError(`SITE-NEWS ${path} was answered with something that is no news.`, visitor.requestId);
    const body = lastGood.get(path);
    if (body === undefined) return response.status === 200 ? { ...response, status: 502 } : response;
    return { status: 503, headers: { 'content-type': 'application/json', [lastGoodHeader]: '1' }, body };
  };
  return {
    ...api,
    call: async (request, visitor) => {
      const response = await call(request, visitor);
      count?.(request, response.status);
      return response;
    },
  };
}

async function withTimeout(call: Promise<FetchedResponse>, milliseconds: number): Promise<FetchedResponse> {
  const { promise, resolve } = Promise.withResolvers<FetchedResponse>();
  const timer = setTimeout(() => resolve(noAnswer), milliseconds);
  try {
    return await Promise.race([call, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const articlePath = /\/r\/[^/]+$/;

/** Whether the API itself answered, and not something in between, such as a proxy. */
function isGood({ path }: ApiCall, { status, body }: FetchedResponse): boolean {
  if (status !== 200) return false;
  try {
    const content: unknown = JSON.parse(body);
    return (articlePath.test(path) ? readArticle(content) : readNewsList(content)) !== undefined;
  } catch {
    return false;
  }
}
