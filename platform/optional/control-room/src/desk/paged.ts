import type { RowRange } from '@site/api/database/schema.ts';
import type { PageNumber } from '../reading/sectionOf.ts';

/** Which page of a list is shown, and its rows. */
export type Paged = RowRange & PageNumber;

/** A page of a list; the last one when there are fewer. */
export function paged(all: number, asked: number, limit: number): Paged {
  const pages = Math.max(1, Math.ceil(all / limit));
  const page = Math.min(Math.max(1, asked), pages);
  return { page, pages, limit, offset: (page - 1) * limit };
}
