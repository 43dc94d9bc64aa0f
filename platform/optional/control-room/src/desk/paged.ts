import type { RowRange } from '@site/api/database/schema.ts';
import { type PageNumber, pageOf } from '../reading/sectionOf.ts';

/** Which page of a list is shown, and its rows. */
export type Paged = RowRange & PageNumber;

/** A page of a list; the last one when there are fewer. */
export function paged(all: number, asked: number, limit: number): Paged {
  const { page, pages } = pageOf(all, asked, limit);
  return { page, pages, limit, offset: (page - 1) * limit };
}
