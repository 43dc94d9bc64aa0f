import { posix } from 'node:path';
import { isNeeded, type PageTexts } from '@site/releases/neededTexts.ts';
import { fallbackLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import {
  apps,
  catalogueFolder,
  filesOf,
  hasPlatform,
  onlyRemote,
  remotes,
  shell,
  siteCatalogues,
  sourcesOf,
} from '../../project.ts';
import type { Check } from '../Check.ts';
import { type Files, isForTests, isWithin, parse, readFiles, type Sources } from '../sources.ts';
import { type CatalogueTexts, languageDifferences, parseMessages } from './messages.ts';
import { declarationProblems, pageTexts } from './pageTexts.ts';
import { breaches } from './typography.ts';
import { isUsed, literalTexts, sectionProblems, usedMessages } from './usedMessages.ts';

/** The keys of the messages about a page, which the build and the shell read. */
const builtKeys = ['title', 'description', 'twitterDescription', 'link', 'footerLink'].map(
  (name) => `routes.*.${name}`,
);

/** An installed shell has been checked where it comes from. */
const withSources = hasPlatform ? apps : remotes;

/** Messages are complete in every language, follow its typography, are used, and are listed by the pages that use them. */
export const catalogues: Check = {
  name: 'catalogues',
  run: async (app = onlyRemote) => {
    const owners = (app === undefined ? withSources : [app]).map(ownerOf);
    const { read, problems } = readCatalogues(app === undefined ? everyCatalogue : filesOf(app, ''));
    const folders = new Set(owners.flatMap(({ code }) => code));
    const sources = parse(withoutTests(readFiles(...[...folders].map((folder) => `${folder}/**/*.{ts,tsx}`))));
    const texts = new Map(
      await Promise.all(owners.map(async (owner) => [owner.folder, await pageTexts(owner.app)] as const)),
    );
    const found = [
      ...problems,
      ...[...read].flatMap(([folder, messages]) => messageProblems(folder, messages, neededIn(folder, texts))),
      ...owners.flatMap((owner) => unusedMessages(owner, read, within(owner.code, sources))),
      ...sectionProblems(sources),
      ...literalProblems(sources),
      ...(app === undefined ? literalProblems(parse(withoutTests(readFiles('{api,platform/node}/src/**/*.ts')))) : []),
      ...(folders.has(shell) ? await layoutProblemsIn(within(ownerOf(shell).code, sources)) : []),
    ];
    // The build reads the messages too: it would say the same again.
    return found.length > 0 ? found : await declarationProblems(owners.map((owner) => owner.app));
  },
};

/** The owner of some messages. */
interface Owner {
  readonly app: string;
  /** The folder of its catalogues. */
  readonly folder: string;
  /** What the keys of its messages begin with there. */
  readonly section: string;
  /** The folders of the code that uses them. Shared components, the server and the icons of the installed site use the shell's messages. */
  readonly code: readonly string[];
  /** Keys that the build reads. */
  readonly built: readonly string[];
}

const ownerOf = (app: string): Owner => ({
  app,
  folder: catalogueFolder(app),
  section: app === shell ? `${shell}.` : '',
  code:
    app === shell
      ? [shell, 'shared', 'platform/renderer', 'platform/server', 'platform/bundling/src/publicFiles/icons']
      : [posix.join(sourcesOf(app), 'src')],
  built: app === shell ? [] : builtKeys,
});

/** The messages of a folder in each of its languages: all of the site's, but of an optional room those that it speaks. */
export type Catalogues = Readonly<Partial<Record<Language, CatalogueTexts>>>;

/** The pattern of the site's catalogues. */
export const everyCatalogue = `{${siteCatalogues},{remotes,platform/optional}/**}`;

const isOfRoom = /^platform\/optional\//;

/** The catalogues of each folder. An unreadable catalogue doesn't prevent the checks of other folders. */
export function readCatalogues(where: string): {
  readonly read: ReadonlyMap<string, Catalogues>;
  readonly problems: readonly string[];
} {
  const files = new Map(languages.flatMap((language) => [...readFiles(`${where}/${language}.json`)]));
  const read = new Map<string, Catalogues>();
  const problems: string[] = [];
  for (const folder of new Set([...files.keys()].map(posix.dirname))) {
    const own = languages.filter((language) => !isOfRoom.test(folder) || files.has(`${folder}/${language}.json`));
    const found = own.map((language) => [language, messagesIn(`${folder}/${language}.json`, files)] as const);
    const wrong = found.flatMap(([, result]) => (typeof result === 'string' ? [result] : []));
    if (wrong.length === 0) read.set(folder, Object.fromEntries(found));
    problems.push(...wrong);
  }
  return { read, problems };
}

function messagesIn(file: string, files: Files): CatalogueTexts | string {
  const json = files.get(file);
  const model = file.replace(/\w+\.json$/, `${fallbackLanguage}.json`);
  return json === undefined ? `${file} is missing: translate ${model}` : parseMessages(file, json);
}

const withoutTests = (files: Files): Files => new Map([...files].filter(([path]) => !isForTests(path)));

/** Forms show the messages of the remotes that have them. */
const forms = 'shared/form';

const within = (folders: readonly string[], sources: Sources): Sources =>
  new Map([...sources].filter(([path]) => folders.some((folder) => isWithin(path, folder)) && !isWithin(path, forms)));

/** Whether a language needs a key of a folder's catalogues. */
const neededIn =
  (folder: string, texts: ReadonlyMap<string, readonly PageTexts[]>) => (key: string, language: Language) =>
    isNeeded(key, language, texts.get(folder) ?? []);

function messageProblems(
  folder: string,
  messages: Catalogues,
  needs: (key: string, language: Language) => boolean,
): readonly string[] {
  const typography = languages.flatMap((language) =>
    [...(messages[language] ?? [])].flatMap(([key, text]) =>
      breaches(language, text).map((demand) => `${folder}/${language}.json: "${key}" needs ${demand}: ${text}`),
    ),
  );
  return [...languageDifferences(messages, needs).map((problem) => `${folder}: ${problem}`), ...typography];
}

function unusedMessages(
  { folder, section, built }: Owner,
  catalogues: ReadonlyMap<string, Catalogues>,
  sources: Sources,
): readonly string[] {
  const used = [...built, ...[...sources.values()].flatMap(usedMessages)];
  // Pages that aren't in the fallback language have their keys elsewhere.
  const found = Object.entries(catalogues.get(folder) ?? {}).flatMap(([language, messages]) =>
    [...messages.keys()].flatMap((key) =>
      key.startsWith(section) ? [[key.slice(section.length), language] as const] : [],
    ),
  );
  const owned = new Map(found.toReversed());
  return [...owned].flatMap(([key, language]) =>
    isUsed(key, used) ? [] : [`${folder}/${language}.json: nothing shows "${section}${key}"`],
  );
}

function literalProblems(sources: Sources): readonly string[] {
  return [...sources].flatMap(([path, source]) =>
    literalTexts(source).map((text) => `${path}: "${text}" must be in the catalogues`),
  );
}

/** A team's kit contains nothing of the shell. */
async function layoutProblemsIn(sources: Sources): Promise<readonly string[]> {
  const { layoutProblems } = await import('./layoutProblems.ts');
  return layoutProblems(sources);
}
