import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Names } from './names.ts';

/** Names that mean something to npm or Biome wherever they are, and what they become. */
const realNames: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  'biome.template.json': 'biome.json',
  'package.template.json': 'package.json',
};

/** The file that a file of a template becomes. */
export const realPath = (path: string): string => join(dirname(path), realNames[basename(path)] ?? basename(path));

/** The files in a folder, hidden ones too, by their paths from it. */
export function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/**
 * Copies a template, replacing its remote's name `new-remote` with a new one, and its languages with those of the site. A language
 * that it has no catalogue in begins with the first one's words.
 */
export function copyTemplate(
  template: 'template' | 'repository',
  folder: string,
  names: Names,
  languages: readonly string[],
): void {
  const source = join(import.meta.dirname, template);
  for (const path of filesBelow(source)) {
    if (catalogue.test(path)) continue;
    const target = renamed(realPath(path), names);
    write(join(folder, target), inLanguages(renamed(readFileSync(join(source, path), 'utf8'), names), languages));
  }
  const [first = 'en'] = languages;
  for (const language of template === 'template' ? languages : []) {
    const words = [language, first, 'en'].map((each) => join(source, 'locales', `${each}.json`)).find(existsSync) ?? '';
    write(join(folder, 'locales', `${language}.json`), renamed(readFileSync(words, 'utf8'), names));
  }
}

/** Writes a file, in a folder that may not be there yet. */
export function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const catalogue = /^locales[\\/]/;

/** What names the template's own languages: imports of their catalogues, one each, and an object with all. */
const ofEach = /^import en from .*\n(?:import \w\w from .*\n)*/m;
const ofAll = '{ en, es, fr }';
const ofTypes = /^(import type messages from '\S+\/)en(\.json';)$/m;

/** A source of the template in the languages of a site. The first one's messages have the keys of all. */
function inLanguages(code: string, languages: readonly string[]): string {
  const [first = 'en'] = languages;
  const imports = (line: string) =>
    languages.toSorted().map((language) => `${line.split('\n')[0]?.replaceAll(/\ben\b/g, language)}\n`);
  return code
    .replace(ofEach, (lines) => imports(lines).join(''))
    .replace(ofAll, `{ ${languages.join(', ')} }`)
    .replace(ofTypes, `$1${first}$2`);
}

const renamed = (text: string, { kebab, pascal }: Names): string =>
  text.replaceAll('new-remote', kebab).replaceAll('NewRemote', pascal);
