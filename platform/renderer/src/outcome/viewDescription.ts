import { fragmentName, fragmentValues } from '@site/releases/fragments.ts';
import { renderHead } from '@site/shell/head/renderHead.ts';
import type { ViewDescription } from '@site/shell/render/messages.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { sha256 } from '../documents/hashes.ts';
import { rendererLimits } from '../limits.ts';
import { measureJson } from '../workers/measureJson.ts';
import { headSchema } from './headSchema.ts';
import { ownHead } from './ownHead.ts';

const { answer, fragments, workerMessages } = rendererLimits;

const catalogue = z.record(z.string(), z.any());

const hole = z.strictObject({ id: z.string().regex(/^[\w:«»-]{1,80}$/), name: fragmentName, props: fragmentValues });

const viewSchema: z.ZodType<ViewDescription> = z.strictObject({
  head: headSchema.exactOptional(),
  structuredData: catalogue.exactOptional(),
  strings: z.record(z.string(), catalogue),
  page: z.strictObject({ data: z.unknown().optional() }).exactOptional(),
  holes: z.array(hole).max(fragments.onPage).exactOptional(),
});

/** A view whose description is checked, with the head that it describes. */
export interface CheckedView extends Omit<ViewDescription, 'head' | 'structuredData'> {
  /** Undefined for a fragment. */
  readonly head: string | undefined;
  /** What the head had of other sites. */
  readonly leftOut: readonly string[];
}

/**
 * Reads a worker's description of a view. Throws when it is unusable.
 *
 * @param origin the site that its head keeps to; undefined for a page that leads to others
 */
export function readView(json: string, origin: string | undefined): CheckedView {
  // Each value takes two characters: most texts need no counting.
  if (json.length > 2 * workerMessages.values && !measureJson(json, workerMessages))
    throw new Error(`Its data has more than ${workerMessages.values} values, or is nested too deeply.`);
  const view: unknown = JSON.parse(json);
  if (!isPlain(view, answer.depth)) throw new Error('Its data is nested too deeply, or names a prototype.');
  const { head: described, structuredData, ...rest } = viewSchema.parse(view);
  if (!described) return { ...rest, head: undefined, leftOut: [] };
  const { head, leftOut } = origin === undefined ? { head: described, leftOut: [] } : ownHead(described, origin);
  return { ...rest, head: renderHead(head, structuredData), leftOut };
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0 || Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every((inner) => isPlain(inner, depth - 1));
}

/** Keyed by SHA-256: V8 hashes a long string by its length alone, so a release could make every lookup slow. */
const rememberedViews = new LRUCache<string, CheckedView>({ maxSize: rendererLimits.rememberedViews });

/** As `readView`. When something changes, such as the news, every page is rendered again, and nearly all are what they were. */
export function rememberedView(json: string, origin: string | undefined): CheckedView {
  const key = sha256(`${origin ?? ''} ${json}`);
  const known = rememberedViews.get(key) ?? readView(json, origin);
  rememberedViews.set(key, known, { size: json.length });
  return known;
}
