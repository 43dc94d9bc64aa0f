import type { ReleaseSource } from '@site/releases/Release.ts';
import type { NewsItem } from '@site/shared/contract/news.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { type PageName, pages } from '@site/shared/routes/table.ts';

/** When a page last changed; nothing when that isn't known. */
export type LastModified = (page: PageName, language: Language) => Date | undefined;

type NewsByLanguage = Readonly<Partial<Record<Language, readonly NewsItem[] | undefined>>>;

/** Tells when pages last changed: when what they are made of went live, and the blog's with its newest article too. */
export function lastModified(
  releases: Pick<ReleaseSource, 'current' | 'liveSince'>,
  news: NewsByLanguage,
): LastModified {
  const { shell, remotes } = releases.current();
  return (page, language) => {
    const [remote] = remotes.get(pages[page].remote) ?? [];
    const since = [shell, ...(remote ? [remote] : [])].flatMap((release) => releases.liveSince(release) ?? []);
    const articles = page === 'blog' ? (news[language] ?? []).flatMap((item) => publishedAt(item) ?? []) : [];
    return latest([...since, ...articles.filter((date) => date <= new Date())]);
  };
}

/** The day of a news item; nothing when it is no day of the calendar, as an API elsewhere might have it. */
export function publishedAt({ publication_date }: NewsItem): Date | undefined {
  const date = new Date(publication_date);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The latest of some dates; nothing when there are none. */
export const latest = (dates: readonly Date[]): Date | undefined =>
  dates.toSorted((one, other) => one.getTime() - other.getTime()).at(-1);
