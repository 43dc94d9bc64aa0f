import { languages } from '@site/shared/i18n/languages.ts';
import { type CallExpression, type ParseResult, Visitor } from 'oxc-parser';
import { isForTests, lineAt, parse, readFiles } from './sources.ts';

/**
 * Where a language of the site may be named, besides the remotes and tests: its company's data, the one list of what is known about
 * languages, the templates of new remotes and sites, and the words of optional rooms and for colleagues, which are translated into some.
 */
const mayName =
  /^shared\/company\/|^shared\/i18n\/knownLanguages\.ts$|^platform\/cli\/src\/new-(?:remote|site)\/|^platform\/(?:optional\/[\w-]+|renderer)\/locales\//;

/** The places where the platform names a language of the site, with file and line: another site has others. */
export function namedLanguages(): readonly string[] {
  const files = readFiles('{shared,api,shell,platform}/**/*.{ts,tsx,mjs,cjs,json}', '*.ts');
  const ofPlatform = new Map([...files].filter(([path]) => !mayName.test(path) && !isForTests(path)));
  const scripts = parse(new Map([...ofPlatform].filter(([path]) => !path.endsWith('.json'))));
  const found = [...ofPlatform].flatMap(([path, text]) => {
    const source = scripts.get(path);
    const named = source ? namesIn(source) : keysIn(text);
    return named.map(
      ({ start, code }) => `${path}:${lineAt(text, start)}: names "${code}": another site has other languages`,
    );
  });
  return [...found, ...catalogueFiles([...ofPlatform.keys()])];
}

/** A language, and where a text names it. */
interface Named {
  readonly start: number;
  readonly code: string;
}

const isCode = (text: unknown): text is string => (languages as readonly unknown[]).includes(text);

/** The languages that a script names: as a text, as a key, or as a property of a table. */
export function namesIn({ program }: ParseResult): readonly Named[] {
  const found: Named[] = [];
  const orders = new Set<number>();
  const add = (start: number, code: unknown) => {
    if (isCode(code) && !orders.has(start)) found.push({ start, code });
  };
  new Visitor({
    // In which order texts stand says nothing about the site's languages.
    CallExpression: (call) => {
      if (isComparison(call)) for (const { start } of call.arguments) orders.add(start);
    },
    Literal: ({ start, value }) => add(start, value),
    TemplateElement: ({ start, value }) => add(start, value.cooked),
    Property: ({ key, shorthand }) => {
      if (!shorthand && key.type === 'Identifier') add(key.start, key.name);
    },
    TSPropertySignature: ({ key }) => {
      if (key.type === 'Identifier') add(key.start, key.name);
    },
    MemberExpression: ({ property, computed }) => {
      if (!computed && property.type === 'Identifier') add(property.start, property.name);
    },
  }).visit(program);
  return found;
}

const isComparison = ({ callee }: CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  callee.property.name === 'localeCompare';

const keysIn = (json: string): readonly Named[] =>
  [...json.matchAll(/"(\w{2,3})"\s*:/g)].flatMap(({ index, 1: code }) =>
    isCode(code) ? [{ start: index, code }] : [],
  );

/** Files that only a site with the language needs. */
const catalogueFiles = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => {
    const [, code] = /[/.-](\w{2,3})\.json$/.exec(path) ?? [];
    return isCode(code) ? [`${path}: is in "${code}": another site has other languages`] : [];
  });
