import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** The texts of a catalogue, by their whole key, such as `list.title`. */
export type Texts = ReadonlyMap<string, string>;

/** A catalogue that can't be read; the message begins with its file, and the line where that is known. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
}

/**
 * Reads a catalogue: texts in nested objects.
 *
 * @throws {CatalogueError}
 */
export function textsOf(path: string, json: string): Texts {
  const errors: ParseError[] = [];
  const content: unknown = parse(json, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error) throw new CatalogueError(`${path}:${lineOf(json, error)}: ${reasonOf(json, error)}`);
  return new Map(flatten(path, content, []));
}

/** The line where an error begins. A comma before a closing bracket is found at the bracket, often on the next line. */
const lineOf = (json: string, { offset }: ParseError): number =>
  json.slice(0, offset).replace(trailingComma, '').split('\n').length;

const trailingComma = /,\s*$/;

function reasonOf(json: string, { error, offset }: ParseError): string {
  const isTrailing = trailingComma.test(json.slice(0, offset)) && /[}\]]/.test(json.charAt(offset));
  if (isTrailing) return 'a comma must not stand before a closing bracket';
  const words = printParseErrorCode(error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return `this is not JSON (${words.toLowerCase()})`;
}

function flatten(file: string, value: unknown, path: readonly string[]): [string, string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CatalogueError(`${file}: "${path.join('.')}" must be a text or an object of texts`);
  }
  return Object.entries(value).flatMap(([key, inner]) => flatten(file, inner, [...path, key]));
}
