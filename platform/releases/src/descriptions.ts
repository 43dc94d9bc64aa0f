/** What manifests, pointers and route policies have in common: anyone may have written them. */
import { z } from 'zod';

/** How deep objects and lists in them may be nested: about three times as deep as in ours. */
const maxDepth = 16;

/** Whether a value is nested no deeper than a description may be: to sign, weigh and write it is recursive work. */
export const isShallow = (value: unknown, depth = maxDepth): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)));

/** A key or value of a signature. Messages name keys, so that they may not be long, or have odd characters. */
export const signatureText = z.string().regex(/^[\w-]{40,90}$/);
