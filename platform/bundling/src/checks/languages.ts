import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@site/shared/i18n/languages.ts';
import { companyFile } from '@site/shared/i18n/siteTexts.ts';
import { root } from '../project.ts';
import { isDrawn, siteCharacters, textsIn } from '../publicFiles/fonts/characters.ts';
import type { Check } from './Check.ts';
import { namedLanguages } from './namedLanguages.ts';
import { nginxFile, outages, withLanguages } from './nginxLanguages.ts';

/**
 * Every language of the site is present where neither the compiler nor the catalogues' check looks: in nginx's configuration, its
 * outage pages and the fonts. And the platform names none.
 */
export const languagesCheck: Check = {
  name: 'languages',
  run: async () => [
    ...nginxProblems(),
    ...languages.flatMap(missingOutagePages),
    ...fontProblems(),
    ...languages.flatMap(missingCharacters),
    ...namedLanguages(),
  ],
};

/** What writes everything that follows from the table of languages. */
const remedy = 'run `npx site languages`';

function nginxProblems(): readonly string[] {
  const file = join(root, nginxFile);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  return text === withLanguages(text) ? [] : [`${nginxFile} doesn’t detect the languages of the site: ${remedy}`];
}

/** The folder of the pages that nginx shows on its own. */
const outagePages = 'docs/deploy/outage';

function missingOutagePages(language: string): readonly string[] {
  if (!existsSync(join(root, outagePages))) return [];
  return outages
    .map((page) => `${outagePages}/${page}-${language}.html`)
    .filter((file) => !existsSync(join(root, file)))
    .map((file) => `${file} is missing: ${remedy}`);
}

/** The characters that the site's fonts were made with, beside them. */
const characters = companyFile('fonts/characters.txt');

function fontProblems(): readonly string[] {
  if (!existsSync(characters)) return [];
  const drawn = readFileSync(characters, 'utf8');
  const missing = [...new Set(siteCharacters)].filter((character) => !drawn.includes(character));
  return missing.length === 0 ? [] : [`The fonts don’t have ${missing.join(' ')}: ${remedy}`];
}

/** The characters of a language's texts that nobody knows it to have. Fonts of the visitor's device draw other scripts. */
function missingCharacters(language: string): readonly string[] {
  const missing = [...new Set(textsIn(language))].filter(
    (character) => isDrawn(character) && !siteCharacters.includes(character),
  );
  return missing.length === 0
    ? []
    : [`shared/i18n/knownLanguages.ts: "${language}" needs the letters ${missing.join(' ')} as well; then ${remedy}`];
}
