/** How long a pattern may be, how often a part of it may repeat, and how many steps it may take in all. */
const most = { characters: 100, repeats: 200, steps: 100_000 };

/** Characters that mean themselves, those that do so after a backslash, and the parts between brackets. */
const plain = String.raw`[\p{L}\p{N} _,:;#@&%'"=!~<>/-]`;
const escaped = String.raw`\\[.()[\]{}+*?|^$\\/]`;
const inBrackets = String.raw`[\p{L}\p{N}]-[\p{L}\p{N}]|[\p{L}\p{N} _.,:;#@&%'"=!~<>/()+*?|{}$]|\\[d\]\\^-]`;
const oneCharacter = String.raw`${plain}|${escaped}|\\d|\[(?:${inBrackets})+\]`;
const times = String.raw`(\?)|\{(\d{1,3})(?:,(\d{1,3}))?\}`;

/**
 * Why a pattern of a form's field may not be used; undefined when it may. A pattern comes from a team, and the server tries it on what
 * anyone posts, so it can't take long: it is a row of single characters with limited repeats, or several rows with `|` between
 * them. However much the engine backtracks, it tries each choice of repeats at most once, and no choice is longer than the row.
 */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > most.characters) return `must have at most ${most.characters} characters`;
  const rows = rowsOf(pattern);
  if (!rows) {
    return 'may have characters, \\d and [A-Z0-9] only, each with ?, {3} or {3,5}, and | between whole alternatives';
  }
  if (rows.flat().some(({ max }) => max > most.repeats)) return `may repeat a part ${most.repeats} times at most`;
  if (sum(rows.map(stepsOf)) > most.steps) return 'has too many parts that may repeat: give them smaller ranges';
  return isRegExp(pattern) ? undefined : 'is no regular expression: a range has its smaller end first';
}

interface Part {
  readonly min: number;
  readonly max: number;
}

/** The parts of each alternative; undefined when there is anything else. */
function rowsOf(pattern: string): readonly (readonly Part[])[] | undefined {
  const rows: Part[][] = [[]];
  const part = new RegExp(`(?:${oneCharacter})(?:${times})?|(\\|)`, 'uy');
  while (part.lastIndex < pattern.length) {
    const found = part.exec(pattern);
    if (!found) return undefined;
    const [, isOptional, from = '1', to = from, bar] = found;
    if (bar) rows.push([]);
    else rows.at(-1)?.push({ min: isOptional ? 0 : Number(from), max: Number(to) });
  }
  return rows.every((row) => row.length > 0) ? rows : undefined;
}

/** The most steps of a row: as many choices as its repeats allow, each as long as the whole. */
function stepsOf(row: readonly Part[]): number {
  const choices = row.reduce((product, { min, max }) => product * Math.max(1, max - min + 1), 1);
  return choices * sum(row.map(({ max }) => max));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
