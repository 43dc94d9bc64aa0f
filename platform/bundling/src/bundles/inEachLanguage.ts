import { languages } from '@site/shared/i18n/languages.ts';
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';
import { type CallExpression, type ImportExpression, parseSync, Visitor } from 'oxc-parser';

/** A part of a module's code. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The code of a module for a bundle, which can't look for files when it runs: a call of `inEachLanguage` that imports a file of each
 * language becomes an import for each, in the languages of the build, and a call of `siteTexts` becomes the texts.
 */
export function withEachLanguage(code: string, file: string): string {
  if (!/\b(?:inEachLanguage|siteTexts)\(/.test(code)) return code;
  const calls: CallExpression[] = [];
  const imports: ImportExpression[] = [];
  new Visitor({
    CallExpression: (call) => calls.push(call),
    ImportExpression: (node) => imports.push(node),
  }).visit(parseSync(file, code).program);
  const written = calls.reduceRight((text, call) => {
    const replaced = importsFor(call, code, imports) ?? textsFor(call);
    return replaced === undefined ? text : text.slice(0, call.start) + replaced + text.slice(call.end);
  }, code);
  return written.includes('siteTexts(') ? written : written.replace(importOfTexts, '');
}

/** In compiled packages an import stays when its last use is gone, and this one reads files. */
const importOfTexts = /^import \{ siteTexts \} from '[^']+';/m;

/** An object with what the function of a call makes of each language, if it imports a file of the language. */
function importsFor(call: CallExpression, code: string, imports: readonly ImportExpression[]): string | undefined {
  const [make] = call.arguments;
  if (!isNamed(call, 'inEachLanguage') || make?.type !== 'ArrowFunctionExpression') return undefined;
  const [language] = make.params;
  if (language?.type !== 'Identifier') return undefined;
  const files = imports.map(({ source }) => source).filter(({ start, end }) => make.start < start && end < make.end);
  const name = `\${${language.name}}`;
  const made = languages.map((each) => [each, copy(code, make.body, files, name, each)] as const);
  return files.some(({ start, end }) => code.slice(start, end).includes(name))
    ? `({ ${made.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')} })`
    : undefined;
}

function copy(code: string, body: Range, files: readonly Range[], name: string, language: string): string {
  return files.reduceRight(
    (text, { start, end }) =>
      text.slice(0, start - body.start) +
      code.slice(start, end).replaceAll(name, language) +
      text.slice(end - body.start),
    code.slice(body.start, body.end),
  );
}

function textsFor(call: CallExpression): string | undefined {
  const [section] = call.arguments;
  if (!isNamed(call, 'siteTexts') || section?.type !== 'Literal') return undefined;
  return JSON.stringify(siteTexts(String(section.value) as Parameters<typeof siteTexts>[0]));
}

const isNamed = ({ callee }: CallExpression, name: string): boolean =>
  callee.type === 'Identifier' && callee.name === name;
