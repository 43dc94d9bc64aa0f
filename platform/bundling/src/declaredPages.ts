import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pagesSchema } from '@site/releases/pages.ts';
import { confirmation } from '@site/shared/contract/form/names.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type DeclaredPage, type PageWords, proposedLanguages } from '@site/shared/contract/release.ts';
import { fallbackLanguage, inEachLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import { cardPath } from '@site/shared/routes/cards.ts';
import { describeRemote, moduleOf } from './bundles/remote.ts';
import { parseMessages } from './checks/catalogues/messages.ts';
import { pathFromRoot, sourceFolder } from './project.ts';
import {
  assertAddresses,
  assertEntries,
  assertQuery,
  assertSearch,
  formerPathsOf,
  pathIn,
  queryOf,
} from './proposedAddresses.ts';

/**
 * The pages that a remote proposes: what its `remote.ts` says of them, with the messages about them.
 *
 * @param folder of the built remote, where the cards of its pages are
 * @throws {OperatorError} BUILD-REMOTE when a page lacks words or can't have its path, or a catalogue can't be read
 */
export async function declaredPages(app: string, folder: string): Promise<readonly DeclaredPage[]> {
  const { pages, apis = {} } = await describeRemote(app);
  for (const [name, page] of Object.entries(pages)) {
    assertAddresses(name, page);
    assertEntries(name, page, Object.keys(apis));
    assertQuery(name, page);
    assertSearch(name, page);
  }
  const words = await pageMessages(app);
  const declared = Object.entries(pages).map(([name, page]): DeclaredPage => {
    const { source, paths, languages: some, was, card = name, query: _, ...proposed } = page;
    const { query, freeQuery } = queryOf(page);
    const own = proposedLanguages(page);
    // Servers that don't know `languages` expect a path and words in each.
    const standIn = own.find((language) => language === fallbackLanguage) ?? own[0] ?? fallbackLanguage;
    const nearest = (language: Language) => (own.includes(language) ? language : standIn);
    return {
      name,
      module: moduleOf(source),
      ...proposed,
      ...((query || proposed.form !== undefined) && {
        query: { ...(proposed.form !== undefined && { [confirmation.query]: ['1'] }), ...query },
      }),
      ...(freeQuery && { freeQuery }),
      paths: inEachLanguage((language) => pathIn(page, nearest(language)) ?? ''),
      ...(some && { languages: some }),
      ...(was && { was: formerPathsOf(page) }),
      ...(own.some((language) => existsSync(join(folder, 'public', cardPath(card, language)))) && { card }),
      words: inEachLanguage((language) => words(name, nearest(language))),
    };
  });
  assertAccepted(declared);
  return declared;
}

/** Says what servers would refuse, before anything is built. */
function assertAccepted(pages: readonly DeclaredPage[]): void {
  const { error } = pagesSchema.safeParse(JSON.parse(JSON.stringify(pages)));
  const [issue] = error?.issues ?? [];
  if (!issue) return;
  const [index, ...path] = issue.path;
  const page = typeof index === 'number' ? `the page "${pages[index]?.name}"` : 'the pages';
  throw new OperatorError(
    'BUILD-REMOTE',
    `src/remote.ts: ${page} can’t be published as declared: ${[path.join('.'), issue.message].filter(Boolean).join(' ')}. Correct it.`,
  );
}

/** Reads a remote's catalogues; returns a function that finds the messages about a page in them. */
export async function pageMessages(app: string): Promise<(page: string, language: Language) => PageWords> {
  const catalogues = new Map(
    await Promise.all(languages.map(async (language) => [language, await readRoutes(app, language)] as const)),
  );
  return (page, language) => {
    const routes = catalogues.get(language) ?? {};
    const { title, description, link, footerLink } = (Object.hasOwn(routes, page) ? routes[page] : undefined) ?? {};
    if (!title) throw missingWords(app, language, `routes.${page}.title`);
    return {
      title,
      ...(description !== undefined && { description }),
      ...(link !== undefined && { link }),
      ...(footerLink !== undefined && { footerLink }),
    };
  };
}

type RouteMessages = Readonly<Record<string, Partial<PageWords>>>;

async function readRoutes(app: string, language: Language): Promise<RouteMessages> {
  const file = join(sourceFolder(app), 'locales', `${language}.json`);
  const json = await readFile(file, 'utf8');
  const messages = parseMessages(pathFromRoot(file), json);
  if (typeof messages === 'string') throw new OperatorError('BUILD-REMOTE', `${app} can’t be described: ${messages}.`);
  const { routes = {} } = JSON.parse(json) as { readonly routes?: RouteMessages };
  return routes;
}

const missingWords = (app: string, language: Language, key: string): OperatorError =>
  new OperatorError(
    'BUILD-REMOTE',
    `${app} has no "${key}" in locales/${language}.json: every page needs a title in each of its languages. Add it.`,
  );
