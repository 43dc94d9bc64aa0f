import type { Language } from '@site/shared/i18n/languages.ts';
import type { Database, NewsRow } from '../../database/schema.ts';
import { limits } from '../../limits.ts';
import { issuesOf, newsInput } from '../input.ts';
import { selectNews } from '../queries.ts';
import { type ImportedItem, saveImported } from '../save.ts';
import { slugOf } from '../slug.ts';
import { draftsOf, type NewsDraft } from './draft.ts';
import type { Feed } from './formats/feed.ts';
import { type IdentifiedDraft, identify, withoutRepeated } from './identify.ts';
import { KnownNews } from './KnownNews.ts';
import { originOf, relationOf } from './origin.ts';

/** What an import needs besides the feed. */
interface FeedContext {
  /** The feed's file or URL. */
  readonly name: string;
  readonly language: Language;
  /** The date of new items that have none, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether an item is wanted, as it would be stored; default: all are. */
  readonly isWanted?: ((item: NewsRow) => boolean) | undefined;
}

/**
 * Brings the stored news up to date with a feed: adds or updates its newest items, and keeps their slugs. It doesn't change
 * items of other feeds, or what the owner wrote about the same page. Call it within `changeNews`.
 *
 * @returns what happened to each item of the feed
 */
export async function importFeed(transaction: Database, feed: Feed, context: FeedContext): Promise<ImportedItem[]> {
  const { name, language, today } = context;
  const origin = originOf(name);
  const rows = await selectNews(transaction, language);
  const { once, repeated } = withoutRepeated(newestFirst(draftsOf(feed, language), today));
  const known = new KnownNews(rows, origin);
  const drafts = newestFirst(identify(once, language, origin, known.isShared), today);
  const newest = drafts.slice(0, limits.feedItems);
  known.expect(newest);
  const imported: ImportedItem[] = [];
  for (const draft of newest) {
    const before = known.find(draft);
    if (before && relationOf(before, origin) !== 'own')
      imported.push({ position: draft.position, outcome: 'unchanged', item: before, before, notes: [] });
    else imported.push(await importDraft(transaction, draft, before, known, context));
  }
  const tooMany = `only the newest ${limits.feedItems} are imported`;
  return [
    ...imported,
    ...repeated.map((draft) => omitted(draft, `it repeats item ${draft.of}`)),
    ...drafts.slice(limits.feedItems).map((draft) => omitted(draft, tooMany)),
    ...unreadOf(feed),
  ];
}

const omitted = ({ position }: Pick<NewsDraft, 'position'>, note: string): ImportedItem => ({
  position,
  outcome: 'omitted',
  notes: [note],
});

const unreadOf = ({ items, unread = 0 }: Feed): ImportedItem[] =>
  Array.from({ length: unread }, (_, index) =>
    omitted({ position: items.length + index + 1 }, 'empty, or in the wrong place of the feed'),
  );

function newestFirst<Kind extends NewsDraft>(drafts: readonly Kind[], today: string): Kind[] {
  const dateOf = ({ date = today }: NewsDraft) => date;
  return drafts.toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)) || a.position - b.position);
}

async function importDraft(
  transaction: Database,
  draft: IdentifiedDraft,
  before: NewsRow | undefined,
  known: KnownNews,
  { language, today, isWanted = () => true }: FeedContext,
): Promise<ImportedItem> {
  const { position, notes } = draft;
  const result = newsInput.safeParse({
    uid: draft.uid,
    language,
    // A title without Latin letters gives no slug. A part of the uid is just as stable.
    slug: before?.slug ?? known.newSlug(slugOf(draft.title) || draft.uid.slice(-8)),
    title: draft.title,
    source: draft.source,
    publication_date: draft.date ?? before?.publication_date ?? today,
    link: draft.link,
    url_video: draft.url_video,
    article_language: draft.article_language,
  });
  if (!result.success) {
    const name = draft.title || draft.link;
    const note = `${issuesOf(result.error)}${name ? ` (“${name}”)` : ''}`;
    return { position, outcome: 'refused', notes: [note] };
  }
  if (!isWanted(result.data)) return { position, outcome: 'declined', item: result.data, before, notes };
  if (before) await claim(transaction, before, draft);
  return await saveImported(transaction, result.data, draft);
}

/** Gives a stored item of the feed the uid that it is known under now. */
async function claim(transaction: Database, before: NewsRow, { uid }: IdentifiedDraft): Promise<void> {
  if (before.uid !== uid) await transaction.updateTable('news').set({ uid }).where('uid', '=', before.uid).execute();
}
