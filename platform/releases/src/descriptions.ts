/** Checks that manifests, pointers and route policies share. All are untrusted. */
import { terminalLine } from '@site/shared/plainText.ts';
import { z } from 'zod';

/** Maximum depth of nesting, about three times our own. */
const maxDepth = 16;

/** Whether a value isn't nested too deeply: signing, measuring and writing it are recursive. */
export const isShallow = (value: unknown, depth = maxDepth): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1)));

/** A key or value of a signature. Messages contain keys, so keys may be neither long nor have unusual characters. */
export const signatureText = z.string().regex(/^[\w-]{40,90}$/);

/** What is wrong with a description, and where, such as `menu.pages: …`, in one line: it has words of the description. */
export const problemsOf = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => terminalLine(path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
