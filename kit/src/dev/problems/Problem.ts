import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../build/bundles/folders.ts';

/** Something that a developer has to mend. */
export interface Problem {
  /** What is wrong with what, such as `blog can’t be compiled`. */
  readonly title: string;
  readonly message: string;
  readonly place?: Place | undefined;
  /** The lines around the place. */
  readonly frame?: string | undefined;
  /** The address whose page has failed. It is shown there alone; other problems are shown on every page. */
  readonly url?: string | undefined;
}

/** Where in the sources. */
export interface Place {
  /** Relative to the project's folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; 0 when only the line is known. */
  readonly column: number;
}

/** A problem at a place, with the source around it. */
export const problemAt = (place: Place | undefined, problem: Omit<Problem, 'place' | 'frame'>): Problem => ({
  ...problem,
  ...(place && { place, frame: frameOf(place) }),
});

/** A place as editors and terminals understand it. */
export const textOf = ({ file, line, column }: Place): string => `${file}:${line}${column > 0 ? `:${column}` : ''}`;

const linesAround = 2;

/** The source around a place, with a mark at it. */
function frameOf({ file, line, column }: Place): string | undefined {
  const source = linesOf(file);
  if (!source) return undefined;
  const first = Math.max(1, line - linesAround);
  const shown = source.slice(first - 1, line + linesAround);
  const width = String(first + shown.length - 1).length;
  const numbered = shown.flatMap((text, index) => {
    const number = first + index;
    const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`;
    const mark = `  ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`;
    return number === line && column > 0 ? [row, mark] : [row];
  });
  return numbered.join('\n').trimEnd();
}

/** The lines of a source; nothing when it can't be read. */
export function linesOf(file: string): string[] | undefined {
  try {
    return readFileSync(join(root, file), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}
