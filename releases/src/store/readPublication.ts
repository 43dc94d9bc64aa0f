import type { Publication } from '@site/shared/contract/release.ts';
import { z } from 'zod';

const schema = z.object({ at: z.string(), commit: z.string().optional() });

/** Reads a `publication.json`. A version is as good without one, or with one that nobody can read. */
export function readPublication(text: string): Publication {
  try {
    const { at, commit } = schema.parse(JSON.parse(text));
    return { at, commit };
  } catch {
    return { at: '', commit: undefined };
  }
}
