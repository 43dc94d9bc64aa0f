import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fallbackLanguage, languages as ofSite } from '@site/shared/i18n/languages.ts';
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

/** Writes a file, in a folder that may not be there yet. */
export function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** The catalogues of the template, as far as it has been translated. */
const catalogues = 'locales';

/** The language that the template is written in, and whose catalogue types its messages. */
const original = 'en.json';

/** The languages of this site, the fallback first. */
const ownLanguages: readonly string[] = [
  fallbackLanguage,
  ...ofSite.filter((language) => language !== fallbackLanguage),
];

/**
 * Copies a template, replacing its remote's name `new-remote` with a new one. It gets a catalogue for each language of its site:
 * where the template has none, the words are English.
 *
 * @param languages of its site; the first one's catalogue types the messages
 */
export function copyTemplate(
  template: 'template' | 'repository',
  folder: string,
  names: Names,
  languages = ownLanguages,
): void {
  const from = join(import.meta.dirname, template);
  const renamed = (text: string) =>
    text
      .replaceAll('new-remote', names.kebab)
      .replaceAll('NewRemote', names.pascal)
      .replaceAll(`${catalogues}/${original}`, `${catalogues}/${languages[0]}.json`);
  for (const path of filesBelow(from).filter((file) => dirname(file) !== catalogues))
    write(join(folder, renamed(realPath(path))), renamed(readFileSync(join(from, path), 'utf8')));
  for (const language of template === 'template' ? languages : []) {
    const translated = join(from, catalogues, `${language}.json`);
    const source = existsSync(translated) ? translated : join(from, catalogues, original);
    write(join(folder, catalogues, `${language}.json`), renamed(readFileSync(source, 'utf8')));
  }
}
