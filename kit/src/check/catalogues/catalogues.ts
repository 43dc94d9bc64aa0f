import { posix } from 'node:path';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { layoutSections } from '@site/shell/view/shellStrings.ts';
import { apps, shell, sourcesOf } from '../../build/bundles/project.ts';
import type { Check } from '../Check.ts';
import { type Files, isForTests, isWithin, parse, readFiles, type Sources } from '../sources.ts';
import { languageDifferences, parseTexts, type Texts } from './texts.ts';
import { breaches } from './typography.ts';
import { isUsed, literalTexts, sectionProblems, sectionsOf, usedTexts } from './usedTexts.ts';

/** Sections that only one of the shell's own pages uses. */
const shellPageSections = ['notFound', 'failures', 'app'];

/** The words of a remote's pages: the build and the shell read them. */
const pageWords = ['title', 'description', 'twitterDescription', 'link', 'footerLink'].map(
  (name) => `routes.*.${name}`,
);

/** Texts are complete in every language, follow its typography, are used, and are listed by the pages that use them. */
export const catalogues: Check = {
  name: 'catalogues',
  run: async (app) => {
    const owners = (app === undefined ? apps : [app]).map(ownerOf);
    const { read, problems } = readCatalogues(app === undefined ? '{shell,remotes,shared,api}' : sourcesOf(app));
    const folders = new Set(owners.flatMap(({ code }) => code));
    const sources = parse(withoutTests(readFiles(...[...folders].map((folder) => `${folder}/**/*.{ts,tsx}`))));
    return [
      ...problems,
      ...[...read].flatMap(([folder, texts]) => textProblems(folder, texts)),
      ...owners.flatMap(({ folder, code }) => unusedTexts(`${folder}/locales`, read, within(code, sources))),
      ...sectionProblems(sources),
      ...literalProblems(sources),
      ...(app === undefined ? literalProblems(parse(withoutTests(readFiles('{api,http}/src/**/*.ts')))) : []),
      ...(folders.has(shell) ? layoutProblems(within(ownerOf(shell).code, sources)) : []),
    ];
  },
};

/** The folders of an app's texts and of the code that uses them. Shared components, the server and the icons of the installed site use the shell's texts. */
const ownerOf = (app: string) => ({
  folder: sourcesOf(app),
  code: app === shell ? [shell, 'shared', 'server', 'kit/src/build/icons'] : [sourcesOf(app)],
});

type Catalogues = Readonly<Record<Language, Texts>>;

/** The catalogues of each folder. A catalogue that can't be read doesn't prevent the checks of other folders. */
function readCatalogues(where: string): {
  readonly read: ReadonlyMap<string, Catalogues>;
  readonly problems: readonly string[];
} {
  const files = readFiles(`${where}/**/{en,fr,es}.json`);
  const read = new Map<string, Catalogues>();
  const problems: string[] = [];
  for (const folder of new Set([...files.keys()].map(posix.dirname))) {
    const found = languages.map((language) => {
      const file = `${folder}/${language}.json`;
      return parseTexts(file, files.get(file) ?? '{}');
    });
    const [en, fr, es] = found;
    if (en instanceof Map && fr instanceof Map && es instanceof Map) read.set(folder, { en, fr, es });
    problems.push(...found.filter((result) => typeof result === 'string'));
  }
  return { read, problems };
}

const withoutTests = (files: Files): Files => new Map([...files].filter(([path]) => !isForTests(path)));

const within = (folders: readonly string[], sources: Sources): Sources =>
  new Map([...sources].filter(([path]) => folders.some((folder) => isWithin(path, folder))));

function textProblems(folder: string, texts: Catalogues): readonly string[] {
  const typography = languages.flatMap((language) =>
    [...texts[language]].flatMap(([key, text]) =>
      breaches(language, text).map((demand) => `${folder}/${language}.json: "${key}" needs ${demand}: ${text}`),
    ),
  );
  return [...languageDifferences(texts).map((problem) => `${folder}: ${problem}`), ...typography];
}

function unusedTexts(folder: string, catalogues: ReadonlyMap<string, Catalogues>, sources: Sources): readonly string[] {
  const used = [...[...sources.values()].flatMap(usedTexts), ...(folder.startsWith('remotes/') ? pageWords : [])];
  const unused = [...(catalogues.get(folder)?.en.keys() ?? [])].filter((key) => !isUsed(key, used));
  return unused.map((key) => `${folder}/en.json: nothing shows "${key}"`);
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
