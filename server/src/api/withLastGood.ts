import { lastGoodHeader } from '@site/shared/api/errors.ts';
import { readArticle, readNewsList } from '@site/shared/api/readNews.ts';
import type { FetchedRequest, FetchedResponse } from '@site/shell/render/messages.ts';
import { limits } from '../limits.ts';
import { type ApiBackend, noAnswer } from './ApiBackend.ts';

/** How many answers are kept: the lists of all languages, and the articles that were read last. */
const maxKept = 100;

/**
 * Bounds the calls that pages make while they are rendered, and keeps the last good answer to each that only reads: when the
 * API fails, its failure comes with that answer, so that the page can show it.
 */
export function withLastGood(api: ApiBackend, logError: (text: string) => void): ApiBackend {
  const kept = new Map<string, string>();
  const keep = (path: string, body: string) => {
    // Taken out and put in again it is the latest: the first is the one that nobody has asked for for longest.
    kept.delete(path);
    kept.set(path, body);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  };
  return {
    ...api,
    call: async (request, visitor) => {
      const isRead = request.method === 'GET';
      const response = await inTime(api.call(request, visitor), isRead ? limits.apiCall.read : limits.apiCall.write);
      if (!isRead || response.status === 404) return response;
      if (isGood(request, response)) {
        keep(request.path, response.body);
        return response;
      }
      if (response.status === 200) logError(`SITE-NEWS ${request.path} was answered with something that is no news.`);
      const body = kept.get(request.path);
      if (body === undefined) return response.status === 200 ? { ...response, status: 502 } : response;
      return { status: 503, headers: { 'content-type': 'application/json', [lastGoodHeader]: '1' }, body };
    },
  };
}

async function inTime(call: Promise<FetchedResponse>, milliseconds: number): Promise<FetchedResponse> {
  const { promise, resolve } = Promise.withResolvers<FetchedResponse>();
  const timer = setTimeout(() => resolve(noAnswer), milliseconds);
  try {
    return await Promise.race([call, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const articlePath = /\/r\/[^/]+$/;

/** Whether it is the API that has answered, and not something in its place. */
function isGood({ path }: FetchedRequest, { status, body }: FetchedResponse): boolean {
  if (status !== 200) return false;
  try {
    const content: unknown = JSON.parse(body);
    return (articlePath.test(path) ? readArticle(content) : readNewsList(content)) !== undefined;
  } catch {
    return false;
  }
}
