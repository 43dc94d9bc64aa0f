/** How much a JSON text may have. */
interface JsonLimits {
  /** How many values, all objects and arrays with what is in them. A key counts as its value. */
  readonly values: number;
  /** How deep they may be nested. */
  readonly depth: number;
}

const [backslash, comma] = [0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts the values of a JSON text without making any: a text of some megabytes can hold a million keys, which take the parser
 * seconds. It looks at each character once. What isn't JSON gets some number.
 *
 * @returns how many values there are; undefined when the text is over a limit
 */
export function measureJson(text: string, limits: JsonLimits): { readonly values: number } | undefined {
  let values = 1;
  let depth = 0;
  for (let start = 0; start < text.length; ) {
    const quote = indexOfQuote(text, start);
    for (let index = start; index < quote; index += 1) {
      const character = text.charCodeAt(index);
      const change = depthChange(character);
      depth += change;
      if (change > 0 || character === comma) values += 1;
      if (values > limits.values || depth > limits.depth) return undefined;
    }
    start = afterString(text, quote + 1);
  }
  return { values };
}

function depthChange(character: number): number {
  if (character === openArray || character === openObject) return 1;
  return character === closeArray || character === closeObject ? -1 : 0;
}

/** Where a string ends that begins here: behind its closing quote, or with the text. */
function afterString(text: string, start: number): number {
  let quote = indexOfQuote(text, start);
  while (quote < text.length && isEscaped(text, quote)) quote = indexOfQuote(text, quote + 1);
  return quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (quote - first) % 2 === 1;
}

function indexOfQuote(text: string, start: number): number {
  const found = text.indexOf('"', start);
  return found < 0 ? text.length : found;
}
