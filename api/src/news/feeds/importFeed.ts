import type { Language } from '@site/shared/i18n/languages.ts';
import type { Database, NewsRow } from '../../database/schema.ts';
import { limits } from '../../limits.ts';
import { ImportError } from '../ImportError.ts';
import { issuesOf, newsInput } from '../input.ts';
import { selectNews } from '../queries.ts';
import { type ImportedItem, saveImported } from '../saveImported.ts';
import { slugOf } from '../slug.ts';
import { type Draft, draftsOf } from './draft.ts';
import type { Feed } from './Feed.ts';
import { isFromFeed } from './identity.ts';
import { KnownNews } from './KnownNews.ts';

/** What an import needs to know besides the feed. */
export interface FeedContext {
  /** The feed's file or address. */
  readonly name: string;
  readonly language: Language;
  /** The day that an item without a date gets when it is new, `YYYY-MM-DD`. */
  readonly today: string;
}

/**
 * Brings the stored news up to date with a feed: its newest items are added or updated, and keep their slugs. An item that the
 * owner wrote about the same page stays as it is. To be called within `changeNews`.
 *
 * @throws {ImportError} `NEWS-ITEM` when an item can't be used: then none of the feed is
 */
export async function importFeed(
  transaction: Database,
  feed: Feed,
  { name, language, today }: FeedContext,
): Promise<ImportedItem[]> {
  const drafts = newestOf(draftsOf(feed, language), today);
  const known = new KnownNews(await selectNews(transaction, language), drafts);
  const imported: ImportedItem[] = [];
  const problems: string[] = [];
  for (const draft of drafts) {
    const before = known.find(draft);
    if (before && !isFromFeed(before)) {
      imported.push({ position: draft.position, outcome: 'unchanged', item: before, before, notes: [] });
      continue;
    }
    const result = newsInput.safeParse(inputOf(draft, before, known, { language, today }));
    if (result.success) imported.push(await saveImported(transaction, result.data, draft));
    else problems.push(`item ${draft.position} ("${draft.title}"): ${issuesOf(result.error)}`);
  }
  if (problems.length > 0) throw new ImportError('NEWS-ITEM', `"${name}" was not imported: ${problems.join('. ')}.`);
  return imported;
}

/** Each item once, the newest first, and no more than the blog can show. */
function newestOf(drafts: readonly Draft[], today: string): Draft[] {
  const dayOf = ({ day = today }: Draft) => day;
  const sorted = drafts.toSorted((a, b) => dayOf(b).localeCompare(dayOf(a)));
  const seen = new Map(sorted.toReversed().map((draft) => [draft.uid, draft]));
  return sorted.filter((draft) => seen.get(draft.uid) === draft).slice(0, limits.feedItems);
}

function inputOf(
  { uid, title, source, day, link, url_video }: Draft,
  before: NewsRow | undefined,
  known: KnownNews,
  { language, today }: Pick<FeedContext, 'language' | 'today'>,
): Record<string, unknown> {
  return {
    uid: before?.uid ?? uid,
    language,
    // A title without Latin letters makes no slug; a piece of the uid is as stable.
    slug: before?.slug ?? known.newSlug(slugOf(title) || uid.slice(-8)),
    title,
    source,
    publication_date: day ?? before?.publication_date ?? today,
    link,
    url_video,
  };
}
