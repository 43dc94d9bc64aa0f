import en from '@site/api/sample/news.en.json' with { type: 'json' };
import es from '@site/api/sample/news.es.json' with { type: 'json' };
import fr from '@site/api/sample/news.fr.json' with { type: 'json' };
import type { Language } from './addresses.ts';

/** A sample of the news that a new database begins with. */
export interface SampleNews {
  readonly slug: string;
  readonly title: string;
  readonly source: string;
  readonly publication_date: string;
  readonly link: string;
  readonly type?: string;
  readonly url_video?: string;
}

type SampleList = readonly [SampleNews, ...SampleNews[]];

const listOf = (news: readonly SampleNews[]) => news as SampleList;

/** The sample news of each language, newest first. */
export const news: Readonly<Record<Language, SampleList>> = { en: listOf(en), fr: listOf(fr), es: listOf(es) };
