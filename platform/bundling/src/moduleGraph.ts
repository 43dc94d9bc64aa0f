import { statSync } from 'node:fs';
import { posix } from 'node:path';
import { languages } from '@site/shared/i18n/languages.ts';
import { parseSync } from 'oxc-parser';
import { ownFile } from './bundles/workspaces.ts';
import { perSource } from './perSource.ts';

/** The files and packages of a program or a bundle. */
export interface ModuleGraph {
  /** Files, from the project's root, with slashes on every system. Of a catalogue with a query, `en.json?form`, only that section. */
  readonly files: ReadonlySet<string>;
  /** Packages that the files import, by name. */
  readonly packages: ReadonlySet<string>;
}

const isScript = /\.[cm]?[jt]sx?$/;

/** How style sheets name files, and programs outside of imports. */
const inSheet = /(?:url\(|@import|\bfrom)\s*['"]?((?:\.{1,2}|@site)\/[^'"?#)]+)/g;
const ofSite = /\bsiteTexts\('(\w+)'\)/g;
const inScript = /(?:new URL\('(?=\.{1,2}\/)|import\.meta\.resolve\('(?=[.@]))([^']+)'/g;

/**
 * Follows the imports of some files. Type imports are ignored: bundles don't contain them.
 *
 * @param provided packages and files that aren't followed, because they come from elsewhere
 */
export function moduleGraph(root: string, entries: Iterable<string>, provided: readonly string[] = []): ModuleGraph {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file) || !isFile(posix.join(root, withoutQuery(file)))) continue;
    files.add(file);
    for (const specifier of specifiersIn(root, file)) {
      const target = fileOf(file, specifier);
      if (provided.includes(specifier) || provided.includes(target ?? '')) continue;
      if (target === undefined) packages.add(packageOf(specifier));
      else waiting.push(target);
    }
  }
  return { files, packages };
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const specifiersIn = (root: string, file: string): readonly string[] =>
  isScript.test(file) || file.endsWith('.css') ? specifiersOf(posix.join(root, file)) : [];

const specifiersOf = perSource((file, code): readonly string[] => {
  const named = [...code.matchAll(isScript.test(file) ? inScript : inSheet)].map(([, path = '']) => path);
  if (!isScript.test(file)) return named;
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  const exported = staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType));
  return [
    ...staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)),
    ...exported,
  ]
    .flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
    .concat(dynamicImports.flatMap(({ moduleRequest: { start, end } }) => literalsIn(code.slice(start, end))))
    .concat(named)
    .concat([...code.matchAll(ofSite)].flatMap(([, section]) => sectionFiles(section)))
    .filter((specifier) => !specifier.startsWith('node:'));
});

/** The text of a string literal, or the file of each language; nothing for another expression. */
function literalsIn(code: string): readonly string[] {
  const [, , text = ''] = /^(['"`])([^'"`$]+)\1$/.exec(code) ?? [];
  if (text !== '') return [text];
  const [, before, after] = /^`([.@][^`$]*)\$\{\w+\}([^`$]*)`$/.exec(code) ?? [];
  return before === undefined ? [] : languages.map((language) => before + language + after);
}

const sectionFiles = (section: string | undefined): readonly string[] =>
  languages.map((language) => `@site/company/locales/${language}.json?${section}`);

/** The project's file that an import leads to; empty for third-party packages. */
function fileOf(importer: string, specifier: string): string | undefined {
  const path = withoutQuery(specifier);
  const file = path.startsWith('.') ? posix.join(posix.dirname(importer), path) : ownFile(path);
  return file?.endsWith('.json') ? file + specifier.slice(path.length) : file;
}

/** The file itself, of one that is in a graph by a section. */
export const withoutQuery = (specifier: string): string => specifier.split(/[?#]/)[0] ?? '';

/** The name of the package that an import is of: `@a/b` for `@a/b/c.css`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
