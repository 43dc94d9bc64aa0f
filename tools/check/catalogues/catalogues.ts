import { posix } from 'node:path';
import { type Language, languages } from '../../../shared/i18n/languages.ts';
import { layoutSections } from '../../../shell/src/view/shellStrings.ts';
import { remotes } from '../../bundles/apps.ts';
import type { Check } from '../Check.ts';
import { type Files, isForTests, readFiles } from '../sources/files.ts';
import { parse, type Sources } from '../sources/parse.ts';
import { isWithin } from '../sources/resolve.ts';
import { literalTexts } from './literalTexts.ts';
import { sectionProblems } from './pageSections.ts';
import { differences } from './sameInEveryLanguage.ts';
import { type Texts, textsOf } from './texts.ts';
import { breaches } from './typography.ts';
import { isUsed, sectionsOf, usedTexts } from './usedTexts.ts';

/** Sections of the shell that one of its pages adds to those of the layout. */
const shellPageSections = ['notFound', 'failures'];

/** The texts: complete in every language, well set, all of them shown somewhere, and sent with the pages that show them. */
export const catalogues: Check = {
  name: 'catalogues',
  run: async () => {
    const files = readFiles('{shell,remotes,shared,api}/**/{en,fr,es}.json');
    const sources = parse(withoutTests(readFiles('{shell,remotes,shared}/**/*.{ts,tsx}')));
    const owners = [{ folder: 'shell', code: ['shell', 'shared'] }, ...remotes.map(ownerOf)];
    return [
      ...foldersOf(files).flatMap((folder) => textProblems(folder, files)),
      ...owners.flatMap(({ folder, code }) => unusedTexts(`${folder}/locales/en.json`, files, within(code, sources))),
      ...sectionProblems(sources),
      ...literalProblems(sources),
      ...layoutProblems(within(['shell', 'shared'], sources)),
    ];
  },
};

const ownerOf = (remote: string) => ({ folder: `remotes/${remote}`, code: [`remotes/${remote}`] });

const foldersOf = (files: Files) => [...new Set([...files.keys()].map(posix.dirname))];

const withoutTests = (files: Files): Files => new Map([...files].filter(([path]) => !isForTests(path)));

const within = (folders: readonly string[], sources: Sources): Sources =>
  new Map([...sources].filter(([path]) => folders.some((folder) => isWithin(path, folder))));

function textProblems(folder: string, files: Files): readonly string[] {
  const read = (language: Language) => textsOf(files.get(`${folder}/${language}.json`) ?? '{}');
  const texts: Record<Language, Texts> = { en: read('en'), fr: read('fr'), es: read('es') };
  const badlySet = languages.flatMap((language) =>
    [...texts[language]].flatMap(([key, text]) =>
      breaches(language, text).map((demand) => `${folder}/${language}.json: "${key}" needs ${demand}: ${text}`),
    ),
  );
  return [...differences(texts).map((problem) => `${folder}: ${problem}`), ...badlySet];
}

function unusedTexts(catalogue: string, files: Files, sources: Sources): readonly string[] {
  const used = [...sources.values()].flatMap(usedTexts);
  const unused = [...textsOf(files.get(catalogue) ?? '{}').keys()].filter((key) => !isUsed(key, used));
  return unused.map((key) => `${catalogue}: nothing shows "${key}"`);
}

function literalProblems(sources: Sources): readonly string[] {
  return [...sources].flatMap(([path, source]) =>
    literalTexts(source).map((text) => `${path}: "${text}" must be in the catalogues`),
  );
}

function layoutProblems(sources: Sources): readonly string[] {
  const sent = [...layoutSections, ...shellPageSections];
  const shown = sectionsOf([...sources.values()].flatMap(usedTexts));
  const missing = [...shown].filter((section) => !sent.includes(section));
  return missing.map((section) => `shell/src/view/shellStrings.ts: must list "${section}"`);
}
