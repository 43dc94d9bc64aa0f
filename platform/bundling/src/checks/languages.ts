import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fallbackLanguage, languages } from '@site/shared/i18n/languages.ts';
import { catalogueFolder, remotes, root, shell } from '../project.ts';
import { siteCharacters } from '../publicFiles/fonts/characters.ts';
import type { Check } from './Check.ts';

/** Pages that nginx shows on its own. */
const outagePages = 'docs/deploy/outage';

/**
 * Every language of the site is present where neither the compiler nor the catalogues' check looks: in nginx's
 * configuration, its outage pages, the sample news and the fonts.
 */
export const languagesCheck: Check = {
  name: 'languages',
  run: async () => [...nginxProblems(), ...languages.flatMap(missingFiles), ...languages.flatMap(missingCharacters)],
};

const nginx = 'docs/deploy/nginx.conf';

/**
 * The languages that nginx detects in addresses and in `Accept-Language`, for the page that it shows when no server answers.
 */
function nginxProblems(): readonly string[] {
  const text = readFileSync(join(root, nginx), 'utf8');
  const inAddresses = `(?<site_code>${languages.join('|')})`;
  const asked = languages.filter((language) => language !== fallbackLanguage);
  return [
    ...(text.includes(inAddresses) ? [] : [`${nginx}: the map of $uri must have ${inAddresses}`]),
    ...asked
      .filter((language) => !text.includes(`"~*^${language}" ${language};`))
      .map((language) => `${nginx}: the map of $http_accept_language must have "~*^${language}" ${language};`),
  ];
}

function missingFiles(language: string): readonly string[] {
  const expected = {
    ...Object.fromEntries(
      ['page', 'form', 'crowd', 'crowdedForm'].map((page) => [
        `${outagePages}/${page}-${language}.html`,
        'run `npx rstest run outagePage -u`',
      ]),
    ),
    [`api/src/sample/news.${language}.json`]: 'write some, or an empty list',
  };
  return Object.entries(expected)
    .filter(([file]) => !existsSync(join(root, file)))
    .map(([file, remedy]) => `${file} is missing: ${remedy}`);
}

/** Characters that only allow or forbid line breaks. No font draws them. */
const isInvisible = /\p{Default_Ignorable_Code_Point}/u;

/** The characters of a language's texts that the site's fonts don't have. */
function missingCharacters(language: string): readonly string[] {
  const files = [shell, ...remotes].map((app) => join(root, catalogueFolder(app), `${language}.json`));
  const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  const characters = [...new Set(texts.join(''))].filter(
    (character) => character >= ' ' && !isInvisible.test(character),
  );
  const missing = characters.filter((character) => !siteCharacters.includes(character));
  return missing.length === 0
    ? []
    : [
        `platform/bundling/src/publicFiles/fonts/characters.ts: "${language}" needs ${missing.join(' ')} as well; then run \`npx node platform/bundling/src/publicFiles/fonts/subset.ts\``,
      ];
}
