import { type ParseResult, parseSync } from 'oxc-parser';
import type { Files } from './files.ts';

/** Syntax trees, by path from the project's root. */
export type Sources = ReadonlyMap<string, ParseResult>;

/** Parses TypeScript. Nothing is resolved or type-checked: the compiler does that. */
export function parse(files: Files): Sources {
  return new Map([...files].map(([path, text]) => [path, parseSync(path, text)]));
}
