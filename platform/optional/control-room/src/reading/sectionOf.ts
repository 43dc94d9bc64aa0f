/** Where a page is among those of a long list. */
export interface PageNumber {
  readonly page: number;
  readonly pages: number;
}

/** The page that is shown of a list; the last one when there are fewer than was asked for. */
export function pageOf(all: number, asked: number, size: number): PageNumber {
  const pages = Math.max(1, Math.ceil(all / size));
  return { page: Math.min(Math.max(1, asked), pages), pages };
}

/** The part of a list that a page shows. */
export function sectionOf<Item>(
  all: readonly Item[],
  asked: number,
  size: number,
): PageNumber & { readonly items: readonly Item[] } {
  const { page, pages } = pageOf(all.length, asked, size);
  return { page, pages, items: all.slice((page - 1) * size, page * size) };
}
