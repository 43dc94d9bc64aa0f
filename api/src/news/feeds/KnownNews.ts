import type { NewsRow } from '../../database/schema.ts';
import { freeSlug } from '../slug.ts';
import { withoutScheme } from './draft.ts';
import type { IdentifiedDraft } from './identify.ts';
import { type Origin, relationOf, sharedUids } from './origin.ts';

/** The stored news of a language that a feed may change, or must leave as they are. */
export class KnownNews {
  readonly #rows: readonly NewsRow[];
  readonly #byUid: ReadonlyMap<string, NewsRow>;
  readonly #shared: ReadonlySet<string>;
  readonly #slugs: Set<string>;
  readonly #origin: Origin;
  #byPage: ReadonlyMap<string, NewsRow[]> = new Map();
  #drafts: ReadonlyMap<string, readonly IdentifiedDraft[]> = new Map();

  constructor(rows: readonly NewsRow[], origin: Origin) {
    this.#rows = rows;
    this.#origin = origin;
    this.#byUid = new Map(rows.map((row) => [row.uid, row]));
    this.#shared = new Set(rows.flatMap(({ uid }) => sharedUids(uid)));
    this.#slugs = new Set(rows.map(({ slug }) => slug));
  }

  /** Whether several items were stored that share a uid. */
  readonly isShared = (uid: string): boolean => this.#shared.has(uid);

  /** Names the drafts that `find` will be asked for. */
  expect(drafts: readonly IdentifiedDraft[]): void {
    this.#drafts = Map.groupBy(drafts, ({ link }) => withoutScheme(link ?? ''));
    // Several items of a feed may link to one page: a row with the uid of one is not found by the link of another.
    const uids = new Set(drafts.flatMap(({ uid, earlierUid }) => [uid, earlierUid]));
    const others = this.#rows.filter((row) => !uids.has(row.uid) && relationOf(row, this.#origin) !== 'foreign');
    this.#byPage = Map.groupBy(others, ({ link }) => withoutScheme(link ?? ''));
  }

  /** Finds the stored item of a draft: by its id, or else by its link, since feeds change their ids. */
  find(draft: IdentifiedDraft): NewsRow | undefined {
    const { uid, earlierUid, link } = draft;
    const byId = this.#byUid.get(uid) ?? (earlierUid === undefined ? undefined : this.#byUid.get(earlierUid));
    if (byId || link === null) return byId;
    const rows = this.#byPage.get(withoutScheme(link)) ?? [];
    const row = rows.find(({ title }) => title === draft.title) ?? this.#onlyOne(draft, rows);
    // Another item with this link is another item.
    if (row && this.#isOwn(row)) rows.splice(rows.indexOf(row), 1);
    return row;
  }

  /** The stored item that a page stands for, if nothing else in the feed leads there. */
  #onlyOne({ link, earlierUid }: IdentifiedDraft, rows: readonly NewsRow[]): NewsRow | undefined {
    if (earlierUid === undefined || this.#drafts.get(withoutScheme(link ?? ''))?.length !== 1) return undefined;
    return rows.find((row) => !this.#isOwn(row)) ?? (rows.length === 1 ? rows[0] : undefined);
  }

  #isOwn(row: NewsRow): boolean {
    return relationOf(row, this.#origin) === 'own';
  }

  /** Reserves a slug for a new item. */
  newSlug(wanted: string): string {
    const slug = freeSlug(wanted, this.#slugs);
    this.#slugs.add(slug);
    return slug;
  }
}
