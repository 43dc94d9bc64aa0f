import type { NewsRow } from '../../database/schema.ts';
import { freeSlug } from '../freeSlug.ts';
import type { Draft } from './draft.ts';
import { withoutScheme } from './identity.ts';

/** The stored news of a language, as an import compares a feed with them. */
export class KnownNews {
  readonly #byUid: ReadonlyMap<string, NewsRow>;
  readonly #byLink: ReadonlyMap<string, NewsRow>;
  readonly #slugs: Set<string>;

  constructor(rows: readonly NewsRow[], drafts: readonly Draft[]) {
    const inFeed = new Set(drafts.map(({ uid }) => uid));
    this.#byUid = new Map(rows.map((row) => [row.uid, row]));
    // Several items of a feed may lead to one page: what is known by its uid is no other item's double.
    const others = rows.filter(({ uid }) => !inFeed.has(uid));
    this.#byLink = new Map(others.flatMap((row) => (row.link ? [[withoutScheme(row.link), row]] : [])));
    this.#slugs = new Set(rows.map(({ slug }) => slug));
  }

  /** The stored item that a draft is about: by its id, or by its link, as when a feed changes its ids. */
  find({ uid, link }: Draft): NewsRow | undefined {
    return this.#byUid.get(uid) ?? (link === null ? undefined : this.#byLink.get(withoutScheme(link)));
  }

  /** A slug for a new item. */
  newSlug(wanted: string): string {
    const slug = freeSlug(wanted, this.#slugs);
    this.#slugs.add(slug);
    return slug;
  }
}
