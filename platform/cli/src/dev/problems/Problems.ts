import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';

/** The known problems. Each finder replaces its own problems every time it looks. */
export class Problems {
  readonly #found = new Map<string, readonly DeveloperProblem[]>();
  readonly #onChange: () => void;
  #last = '[]';

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** All problems; of several on the same line, only the one that tells most. */
  get all(): readonly DeveloperProblem[] {
    const byPlace = new Map<string, DeveloperProblem>();
    const finders = [...this.#found.keys()].sort((one, other) => rankOf(one) - rankOf(other));
    for (const problem of finders.flatMap((finder) => this.#found.get(finder) ?? [])) {
      const key = problem.place ? textOf({ ...problem.place, column: 0 }) : `${problem.title} ${problem.message}`;
      if (!byPlace.has(key)) byPlace.set(key, problem);
    }
    return [...byPlace.values()];
  }

  /**
   * Replaces the problems of a finder.
   *
   * @param finder such as `builds of blog`
   */
  set(finder: string, problems: readonly DeveloperProblem[]): void {
    if (problems.length > 0) this.#found.set(finder, problems);
    else this.#found.delete(finder);
    this.#notify();
  }

  /** Adds a problem to a finder's. */
  add(finder: string, problem: DeveloperProblem): void {
    this.set(finder, [...(this.#found.get(finder) ?? []), problem]);
  }

  /** Forgets what pages reported in browsers or on the server: after a change of their code there, it may be fixed. */
  forgetPages(where: keyof typeof pageFinders): void {
    const prefix = pageFinders[where];
    for (const finder of this.#found.keys()) if (finder.startsWith(prefix)) this.#found.delete(finder);
    this.#notify();
  }

  #notify(): void {
    const now = JSON.stringify(this.all);
    if (now === this.#last) return;
    this.#last = now;
    this.#onChange();
  }
}

/** How the names of finders begin that report a page, before its path. */
const pageFinders = { browser: 'browser at ', server: 'server at ' } as const;

/** The finder of what a page reports. */
export const pageFinder = (where: keyof typeof pageFinders, path: string): string => pageFinders[where] + path;

/**
 * The finders that tell most about a line. The others, such as the linter, often report what follows from it. What fails in the
 * open page fails on the server too, and either may be reported first.
 */
const order = ['builds of ', 'types of ', pageFinders.browser, pageFinders.server];

/** A finder's place in the order of problems, whichever of them finishes first. */
function rankOf(finder: string): number {
  const index = order.findIndex((prefix) => finder.startsWith(prefix));
  return index === -1 ? order.length : index;
}

/** Something that the developer has to fix. */
export interface DeveloperProblem {
  /** Such as `blog can’t be compiled`. */
  readonly title: string;
  readonly message: string;
  readonly place?: SourcePosition | undefined;
  /** The source around the place. */
  readonly frame?: string | undefined;
  /** Path of the page that failed. Only that page shows the problem; all pages show problems without a path. */
  readonly url?: string | undefined;
}

/** A position in the sources. */
export interface SourcePosition {
  /** Relative to the project's folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; 0 when only the line is known. */
  readonly column: number;
}

/** Adds the place and the source around it to a problem. */
export const problemAt = (
  place: SourcePosition | undefined,
  problem: Omit<DeveloperProblem, 'place' | 'frame'>,
): DeveloperProblem => ({
  ...problem,
  ...(place && { place, frame: frameOf(place) }),
});

/** A place in the form that editors and terminals recognise. */
export const textOf = ({ file, line, column }: SourcePosition): string =>
  `${file}:${line}${column > 0 ? `:${column}` : ''}`;

const linesAround = 2;

/** The source around a place, which is marked. */
function frameOf({ file, line, column }: SourcePosition): string | undefined {
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

/** The lines of a source; undefined when it can't be read. */
export function linesOf(file: string): string[] | undefined {
  try {
    return readFileSync(join(root, file), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}
