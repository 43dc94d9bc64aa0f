import type { ReleaseSource } from '@site/releases/Release.ts';
import type { NewsItem } from '@site/shared/contract/news.ts';
import type { Language } from '@site/shared/i18n/languages.ts';

/** When a page last changed; undefined when that isn't known. */
export type LastModified = (page: string, language: Language) => Date | undefined;

type NewsByLanguage = Readonly<Partial<Record<Language, readonly NewsItem[] | undefined>>>;

/** A page changes when its remote or the shell goes live; the blog also with its newest article. */
export function lastModified(
  releases: Pick<ReleaseSource, 'current' | 'liveSince'>,
  news: NewsByLanguage,
): LastModified {
  const { shell, remotes, routes } = releases.current();
  return (page, language) => {
    const [remote] = remotes.get(routes.pages[page]?.remote ?? '') ?? [];
    const since = [shell, ...(remote ? [remote] : [])].flatMap((release) => releases.liveSince(release) ?? []);
    const articles = page === 'blog' ? (news[language] ?? []).flatMap((item) => publishedAt(item) ?? []) : [];
    return latest([...since, ...articles.filter((date) => date <= new Date())]);
  };
}

/** The day of a news item; undefined when it is no valid date, as an API elsewhere might send. */
export function publishedAt({ publication_date }: NewsItem): Date | undefined {
  const date = new Date(publication_date);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The latest of some dates; undefined when there are none. */
export const latest = (dates: readonly Date[]): Date | undefined =>
  dates.toSorted((one, other) => one.getTime() - other.getTime()).at(-1);

/** The same, worked out once for each page and language. */
export function remembered(changed: LastModified): LastModified {
  const known = new Map<string, Date | undefined>();
  return (page, language) => {
    const key = `${language}/${page}`;
    if (!known.has(key)) known.set(key, changed(page, language));
    return known.get(key);
  };
}
