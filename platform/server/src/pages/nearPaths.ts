/** The path of a page in a language, and the page's index in its table. */
export interface PagePath {
  readonly page: number;
  readonly path: string;
}

/** Finds pages whose paths are close to the requested one. Of several with the same distance and length, only the first. */
export type NearPaths = (asked: string) => readonly number[];

/** How many letters may differ. */
export const mostDifferent = 2;
const most = mostDifferent;
/** How many cells of a row can be within that distance. */
const band = 2 * most + 1;

/**
 * Prepares paths to be searched for those close to a requested one. They are sorted, so that a common prefix is compared only
 * once, and a comparison ends as soon as too many letters differ.
 */
export function nearPathsOf(paths: readonly PagePath[]): NearPaths {
  const sorted = paths
    .toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)) || a.page - b.page)
    .map((path) => ({ ...path, letters: [...path.path], kinds: kindsOf(path.path) }));
  const shared = sorted.map(({ letters }, index) => sharedLetters(letters, sorted[index - 1]?.letters ?? []));
  return (asked) => {
    const walk = new Walk([...asked]);
    const kinds = kindsOf(asked);
    const found = new Map<string, PagePath>();
    /** Length of the prefix that a path shares with the last one that was compared. */
    let same = Number.POSITIVE_INFINITY;
    for (const [index, known] of sorted.entries()) {
      same = Math.min(same, shared[index] ?? 0);
      if (hasManyMore(kinds, known.kinds) || hasManyMore(known.kinds, kinds)) continue;
      const distance = walk.distanceTo(known.letters, same);
      same = Number.POSITIVE_INFINITY;
      if (distance > most) continue;
      const key = `${distance} ${known.path.length}`;
      const before = found.get(key);
      if (!before || known.page < before.page) found.set(key, known);
    }
    return [...found.values()].map(({ page }) => page);
  };
}

/** Which letters a text contains, as a set of 32 bits. A few letters share a bit. */
function kindsOf(text: string): number {
  let kinds = 0;
  for (const letter of text) kinds |= 1 << ((letter.codePointAt(0) ?? 0) & 31);
  return kinds;
}

/** Whether one text has more than `most` letters that the other lacks: then the two can't be close. */
function hasManyMore(kinds: number, others: number): boolean {
  let more = kinds & ~others;
  for (let count = 0; count < most; count += 1) more &= more - 1;
  return more !== 0;
}

/** Compares the requested path with one known path after another. */
class Walk {
  readonly #asked: readonly string[];
  /** The rows for the prefixes of the path that was compared last. */
  readonly #rows: (readonly number[])[];
  /** After how many letters its comparison ended because too many differed. */
  #left = Number.POSITIVE_INFINITY;

  constructor(asked: readonly string[]) {
    this.#asked = asked;
    this.#rows = [firstRow(asked.length)];
  }

  /**
   * How many letters differ, or more than `most`.
   *
   * @param same length of the prefix that the path shares with the previous one
   */
  distanceTo(known: readonly string[], same: number): number {
    if (same >= this.#left) return most + 1;
    this.#rows.length = Math.min(this.#rows.length, same + 1);
    this.#left = Number.POSITIVE_INFINITY;
    for (let read = this.#rows.length; read <= known.length; read += 1) {
      const row = nextRow(this.#rows[read - 1] ?? [], known[read - 1] ?? '', this.#asked, read);
      this.#rows.push(row);
      if (Math.min(...row) <= most) continue;
      this.#left = read;
      return most + 1;
    }
    return this.#rows[known.length]?.[this.#asked.length - known.length + most] ?? most + 1;
  }
}

function sharedLetters(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((letter, index) => letter !== b[index]);
  return different < 0 ? a.length : different;
}

/**
 * The distances between the empty string and the prefixes of the requested path. A row has only the cells that can matter:
 * cell `i` in the row of `n` letters belongs to the first `n + i - most` letters of the requested path.
 *
 * @see https://en.wikipedia.org/wiki/Levenshtein_distance
 */
const firstRow = (length: number): readonly number[] =>
  Array.from({ length: band }, (_, cell) => {
    const count = cell - most;
    return count < 0 || count > length ? most + 1 : count;
  });

/** The row after the next letter of a known path. */
function nextRow(before: readonly number[], letter: string, asked: readonly string[], read: number): readonly number[] {
  const row: number[] = [];
  for (let cell = 0; cell < band; cell += 1) {
    const count = read + cell - most;
    const replaced = (before[cell] ?? most + 1) + (asked[count - 1] === letter ? 0 : 1);
    const nearest = Math.min(replaced, (before[cell + 1] ?? most) + 1, (row[cell - 1] ?? most) + 1);
    if (count < 0 || count > asked.length) row.push(most + 1);
    else row.push(count === 0 ? read : Math.min(nearest, most + 1));
  }
  return row;
}
