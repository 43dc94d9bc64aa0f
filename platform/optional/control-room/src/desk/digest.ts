import { createHash } from 'node:crypto';
import type { NewsRow } from '@site/api/database/schema.ts';

/**
 * What somebody has seen of an item, and chosen: all of it. A feed that says something else by the time that it is imported doesn't get
 * that in.
 */
export const digestOf = (item: NewsRow): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 22);
