import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { Database, NewsRow } from '../../database/schema.ts';
import { limits } from '../../limits.ts';
import { issuesOf, newsInput } from '../input.ts';
import { selectNews } from '../queries.ts';
import { type ImportedItem, saveImported } from '../save.ts';
import { freeSlug, slugOf } from '../slug.ts';
import { type Draft, draftsOf, withoutScheme } from './draft.ts';
import type { Feed } from './formats.ts';
import { isUnclaimed, type Origin, originOf, relationOf } from './origin.ts';

/** What an import needs besides the feed. */
interface FeedContext {
  /** The feed's file or URL. */
  readonly name: string;
  readonly language: Language;
  /** The date of new items that have none, `YYYY-MM-DD`. */
  readonly today: string;
}

/**
 * Brings the stored news up to date with a feed: adds or updates its newest items, and keeps their slugs. It doesn't change
 * items of other feeds, or what the owner wrote about the same page. Call it within `changeNews`.
 *
 * @throws {OperatorError} `NEWS-ITEM` when an item can't be used; then nothing is imported
 */
export async function importFeed(transaction: Database, feed: Feed, context: FeedContext): Promise<ImportedItem[]> {
  const { name, language, today } = context;
  const origin = originOf(name);
  const drafts = newestOf(draftsOf(feed, language, origin), today);
  const known = new KnownNews(await selectNews(transaction, language), drafts, origin);
  const imported: ImportedItem[] = [];
  const problems: string[] = [];
  for (const draft of drafts) {
    const before = known.find(draft);
    if (before && relationOf(before, origin) !== 'own') {
      imported.push({ position: draft.position, outcome: 'unchanged', item: before, before, notes: [] });
      continue;
    }
    const result = newsInput.safeParse({
      uid: before ? await claim(transaction, before, draft) : draft.uid,
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
    if (result.success) imported.push(await saveImported(transaction, result.data, draft));
    else problems.push(`item ${draft.position} ("${draft.title}"): ${issuesOf(result.error)}`);
  }
  if (problems.length > 0) throw new OperatorError('NEWS-ITEM', `"${name}" was not imported: ${problems.join('. ')}.`);
  return imported;
}

/** Each item once, newest first, at most `limits.feedItems`. */
function newestOf(drafts: readonly Draft[], today: string): Draft[] {
  const dateOf = ({ date = today }: Draft) => date;
  const sorted = drafts.toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)));
  const newest = new Map(sorted.toReversed().map((draft) => [draft.uid, draft]));
  return sorted.filter((draft) => newest.get(draft.uid) === draft).slice(0, limits.feedItems);
}

/** Returns the uid of a stored item of the feed. One of an earlier version becomes the feed's. */
async function claim(transaction: Database, before: NewsRow, { uid }: Draft): Promise<string> {
  if (!isUnclaimed(before)) return before.uid;
  await transaction.updateTable('news').set({ uid }).where('uid', '=', before.uid).execute();
  return uid;
}

/** The stored news of a language that a feed may change, or must leave as they are. */
class KnownNews {
  readonly #byUid: ReadonlyMap<string, NewsRow>;
  readonly #byLink: Map<string, NewsRow>;
  readonly #slugs: Set<string>;
  readonly #origin: Origin;

  constructor(rows: readonly NewsRow[], drafts: readonly Draft[], origin: Origin) {
    const inFeed = new Set(drafts.flatMap(({ uid, earlierUid }) => [uid, earlierUid]));
    this.#origin = origin;
    this.#byUid = new Map(rows.map((row) => [row.uid, row]));
    // Several items of a feed may link to one page: a row with the uid of one is not found by the link of another.
    const others = rows.filter((row) => !inFeed.has(row.uid) && relationOf(row, origin) !== 'foreign');
    this.#byLink = new Map(others.flatMap((row) => (row.link ? [[withoutScheme(row.link), row]] : [])));
    this.#slugs = new Set(rows.map(({ slug }) => slug));
  }

  /** Finds the stored item of a draft: by its id, or else by its link, since feeds change their ids. */
  find({ uid, earlierUid, link }: Draft): NewsRow | undefined {
    const byId = this.#byUid.get(uid) ?? this.#byUid.get(earlierUid);
    if (byId || link === null) return byId;
    const page = withoutScheme(link);
    const row = this.#byLink.get(page);
    // Another item with this link is another item.
    if (row && relationOf(row, this.#origin) === 'own') this.#byLink.delete(page);
    return row;
  }

  /** Reserves a slug for a new item. */
  newSlug(wanted: string): string {
    const slug = freeSlug(wanted, this.#slugs);
    this.#slugs.add(slug);
    return slug;
  }
}
