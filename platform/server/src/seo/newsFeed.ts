import type { ReleaseSource } from '@site/releases/Release.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { OfferedCalls } from '../api/OfferedCalls.ts';
import { lastModified } from './lastModified.ts';
import type { ReadNews } from './newsReader.ts';

/** What the feeds of the blog are made from. */
interface NewsFeedParts {
  readonly releases: Pick<ReleaseSource, 'current' | 'liveSince'>;
  readonly calls: Pick<OfferedCalls, 'has'>;
  readonly readNews: ReadNews;
  /** The origin of absolute addresses. */
  readonly origin: () => string;
}

/** The feed of the blog in a language; undefined on a site without news. It resolves with undefined while they can't be read. */
export type NewsFeed = (language: Language) => Promise<string | undefined> | undefined;

/** Makes the feeds of the blog. */
export function newsFeed({ releases, calls, readNews, origin }: NewsFeedParts): NewsFeed {
  const make = async (language: Language) => {
    const news = await readNews(language);
    if (!news) return undefined;
    const since = lastModified(releases, {})('blog', language);
    // Loaded on first use: the feed library has two hundred files, which would delay a start.
    const { atomFeed } = await import('./atomFeed.ts');
    const { routes } = releases.current();
    return atomFeed({ language, routes, origin: origin(), news, since });
  };
  return (language) => (calls.has('listNews') ? make(language) : undefined);
}
