import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type ContentPackages,
  type ContentTexts,
  contentText,
  packagesFile,
  textsFile,
} from '@site/releases/contents.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { parseMessages } from './checks/catalogues/messages.ts';
import { packageWeights } from './packageWeights.ts';
import { catalogueFolder, root } from './project.ts';

/**
 * Writes what can't be seen in bundles, so that two versions can be compared: an app's own texts, and the packages in its scripts.
 *
 * @param folder of the build, with its compressed files
 */
export function writeContents(app: string, folder: string): void {
  for (const language of languages) writeContent(join(folder, textsFile(language)), textsIn(app, language));
  writeContent(join(folder, packagesFile), packagesIn(folder));
}

/** What exceeds the limits isn't compared. */
function writeContent(file: string, contents: ContentTexts | ContentPackages | undefined): void {
  const text = contents && contentText(contents);
  if (text === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The texts of an app's catalogue; undefined when it has none in this language. */
function textsIn(app: string, language: string): ContentTexts | undefined {
  const file = join(root, catalogueFolder(app), `${language}.json`);
  const texts = existsSync(file) ? parseMessages(file, readFileSync(file, 'utf8')) : undefined;
  // The build has refused one that can't be read.
  return typeof texts === 'string' ? undefined : texts;
}

/** The packages in the scripts of a build. */
function packagesIn(folder: string): ContentPackages {
  const scripts = readdirSync(join(folder, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replaceAll('\\', '/'));
  const weights = [...packageWeights(folder, scripts)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return new Map(
    weights.map(([name, { folders, bytes }]) => [
      name,
      { version: [...folders].map(versionIn).toSorted().join(', '), bytes: Math.round(bytes) },
    ]),
  );
}

/** The version of the package in a folder, which source maps name from the project's root. */
function versionIn(folder: string): string {
  const file = join(root, folder.replace('source:///', ''), 'package.json');
  if (!existsSync(file)) return 'unknown';
  const { version = 'unknown' } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string };
  return version;
}
