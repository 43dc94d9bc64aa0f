import type { Language } from '@site/shared/i18n/languages.ts';
import { isOfOneNumber, keysIn } from '@site/shared/i18n/plurals.ts';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** The messages of a catalogue by their full keys, such as `list.title`. */
export type CatalogueTexts = ReadonlyMap<string, string>;

/**
 * Reads a catalogue: messages in nested objects. When it can't be read, returns the problem instead, starting with the file
 * and, if known, the line.
 */
export function parseMessages(file: string, json: string): CatalogueTexts | string {
  const errors: ParseError[] = [];
  const content: unknown = parse(json, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error) return `${file}:${lineOf(json, error)}: ${reasonOf(json, error)}`;
  const messages = new Map<string, string>();
  const wrongKey = collectMessages(content, [], messages);
  return wrongKey === undefined ? messages : `${file}: "${wrongKey}" must be a text or an object of texts`;
}

/** The line where an error begins. For a trailing comma, the parser gives the bracket, which is often on the next line. */
const lineOf = (json: string, { offset }: ParseError): number =>
  json.slice(0, offset).replace(trailingComma, '').split('\n').length;

const trailingComma = /,\s*$/;

/** Some editors on Windows begin files with it. */
const byteOrderMark = '\uFEFF';

function reasonOf(json: string, { error, offset }: ParseError): string {
  if (json.startsWith(byteOrderMark)) return 'it begins with a byte order mark: save it as UTF-8 without one';
  const isTrailing = trailingComma.test(json.slice(0, offset)) && /[}\]]/.test(json.charAt(offset));
  if (isTrailing) return 'a comma must not stand before a closing bracket';
  const words = printParseErrorCode(error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return `this is not JSON (${words.toLowerCase()})`;
}

/** Collects the messages in a value. Returns the key of the first value that is neither a text nor an object. */
function collectMessages(value: unknown, path: readonly string[], messages: Map<string, string>): string | undefined {
  if (typeof value === 'string') {
    messages.set(path.join('.'), value);
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return path.join('.');
  for (const [key, inner] of Object.entries(value)) {
    const wrongKey = collectMessages(inner, [...path, key], messages);
    if (wrongKey !== undefined) return wrongKey;
  }
  return undefined;
}

/**
 * The differences between the languages: missing keys, empty texts, and different placeholders. Each language has the plural
 * forms of its own.
 *
 * @param needs whether a language needs a key; default: every language does
 */
export function languageDifferences(
  catalogues: Readonly<Partial<Record<Language, CatalogueTexts>>>,
  needs: (key: string, language: Language) => boolean = () => true,
): readonly string[] {
  const all = Object.entries(catalogues) as [Language, CatalogueTexts][];
  const keys = new Set(all.flatMap(([, messages]) => [...messages.keys()]));
  const forms = all.map(([language]) => new Set([...keys].flatMap((key) => keysIn(language, key))));
  return [...new Set([...keys, ...forms.flatMap((own) => [...own])])].flatMap((key) => {
    const having = all.filter((_, index) => forms[index]?.has(key));
    const languages = having.filter(([language, messages]) => needs(key, language) || messages.has(key));
    const missing = languages.filter(([, messages]) => !messages.get(key)?.trim()).map(([language]) => language);
    if (missing.length > 0) return [`"${key}" has no text in ${missing.join(', ')}`];
    const placeholders = new Set(languages.map(([, messages]) => placeholdersIn(key, messages.get(key) ?? '')));
    return placeholders.size < 2 ? [] : [`"${key}" has different {{values}}: ${[...placeholders].join(' / ')}`];
  });
}

function placeholdersIn(key: string, text: string): string {
  const placeholders = text.match(/\{\{.*?\}\}/g) ?? [];
  const counted = isOfOneNumber(key) ? placeholders.filter((placeholder) => placeholder !== '{{count}}') : placeholders;
  return [...new Set(counted)].sort().join(' ') || 'none';
}
