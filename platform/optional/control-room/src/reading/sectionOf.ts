/** Where a page is among those of a long list. */
export interface PageNumber {
  readonly page: number;
  readonly pages: number;
}

/** The part of a list that a page shows; the last one when there are fewer pages than was asked for. */
export function sectionOf<Item>(
  all: readonly Item[],
  asked: number,
  size: number,
): PageNumber & { readonly items: readonly Item[] } {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(1, asked), pages);
  return { page, pages, items: all.slice((page - 1) * size, page * size) };
}
