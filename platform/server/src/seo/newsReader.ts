import { readNewsList } from '@site/shared/api/readNews.ts';
import type { NewsItem } from '@site/shared/contract/news.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { ApiBackend } from '../api/ApiBackend.ts';

/** The news of a language, newest first; undefined while the API fails. */
export type ReadNews = (language: Language) => Promise<readonly NewsItem[] | undefined>;

interface KnownNews {
  readonly state: string;
  readonly news: readonly NewsItem[];
}

const ownAddress = { address: '127.0.0.1' };

/** Reads the news from the API, once per state of the news. */
export function newsReader(api: Pick<ApiBackend, 'call' | 'newsState'>): ReadNews {
  const known = new Map<Language, KnownNews>();
  return async (language) => {
    const state = await api.newsState();
    const last = known.get(language);
    if (last?.state === state) return last.news;
    const news = await listNews(api, language);
    if (news) known.set(language, { state, news });
    return news;
  };
}

async function listNews(api: Pick<ApiBackend, 'call'>, language: Language): Promise<readonly NewsItem[] | undefined> {
  const request = { path: `/api/v1/blog/${language}`, method: 'GET', headers: {} };
  const { status, body } = await api.call(request, ownAddress);
  if (status !== 200) return undefined;
  try {
    return readNewsList(JSON.parse(body));
  } catch {
    // Something other than the API answered.
    return undefined;
  }
}
