import { entriesSchema, mostListed, pagePath, querySchema, searchSchema } from '@site/releases/pages.ts';
import type { RemoteDefinition } from '@site/shared';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type DeclaredPage, proposedLanguages } from '@site/shared/contract/release.ts';
import { isLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import type { FormerPaths } from '@site/shared/routes/table.ts';

/** A page in `remote.ts`. */
export type DefinedPage = RemoteDefinition['pages'][string];

/** A page's path in a language, as far as `remote.ts` gives it. */
export const pathIn = ({ paths }: DefinedPage, language: Language): string | undefined =>
  typeof paths === 'string' ? paths : paths[language];

/** The old paths of a page by language. */
export const formerPathsOf = (page: DefinedPage): FormerPaths => {
  const { was = [] } = page;
  return isForAll(was) ? Object.fromEntries(proposedLanguages(page).map((language) => [language, was])) : was;
};

const isForAll = (was: NonNullable<DefinedPage['was']>): was is readonly string[] => Array.isArray(was);

/**
 * Checks the addresses of a page that `remote.ts` proposes: what types can't express, or what nobody had checked.
 *
 * @throws {OperatorError} BUILD-REMOTE
 */
export function assertAddresses(name: string, page: DefinedPage): void {
  const fail = failure(name);
  const { languages: some } = page;
  const unknown = some?.filter((language) => !isLanguage(language)) ?? [];
  if (some?.length === 0 || unknown.length > 0)
    throw fail(
      `must be in some of ${languages.join(', ')}, not in [${some?.join(', ')}]. Leave \`languages\` out for all.`,
    );
  for (const language of proposedLanguages(page)) {
    const path = pathIn(page, language);
    if (path === undefined) throw fail(`has no path in "${language}". Add it, or name the languages of the page.`);
    if (path === '' && some) throw fail('is the home page, which is in every language. Remove `languages`.');
    if (!pagePath.safeParse(path).success)
      throw fail(
        `can’t be at "${path}". A path has small letters, digits and hyphens between its slashes, none at its ends, and after the first part :name is a parameter.`,
      );
  }
  assertFormerPaths(page, fail);
}

/**
 * Checks where a page's addresses are listed.
 *
 * @param apis the names of the remote's own APIs
 * @throws {OperatorError} BUILD-REMOTE
 */
export function assertEntries(name: string, page: DefinedPage, apis: readonly string[]): void {
  const { entries, feed } = page;
  const fail = failure(name);
  if (feed && !entries) throw fail('has a feed, but no entries for it. Add `entries`, or remove `feed`.');
  if (!entries) return;
  if (proposedLanguages(page).some((language) => !pathIn(page, language)?.includes(':')))
    throw fail('has entries, but no parameter in its path. Remove `entries`: the sitemap names it anyway.');
  if (!apis.includes(entries.api))
    throw fail(`has entries of the API "${entries.api}", which \`apis\` doesn’t name. Add it there.`);
  if (!entriesSchema.safeParse(entries).success)
    throw fail(`can’t have its entries at "${entries.path}". Write a path below the API, such as entries.json.`);
}

/** The query parameters of a page as its release has them: those of listed values, and those of any. */
export function queryOf({ query }: DefinedPage): Pick<DeclaredPage, 'query' | 'freeQuery'> {
  const all = Object.entries(query ?? {});
  const listed = all.flatMap(([name, values]) => (isListed(values) ? [[name, values] as const] : []));
  const free = all.flatMap(([name, values]) => (isListed(values) ? [] : [[name, values] as const]));
  return {
    ...(listed.length > 0 && { query: Object.fromEntries(listed) }),
    ...(free.length > 0 && { freeQuery: Object.fromEntries(free) }),
  };
}

const isListed = (values: NonNullable<DefinedPage['query']>[string]): values is readonly string[] =>
  Array.isArray(values);

/**
 * Checks the query parameters that a page reads.
 *
 * @throws {OperatorError} BUILD-REMOTE
 */
export function assertQuery(name: string, page: DefinedPage): void {
  const fail = failure(name);
  const { query = {}, freeQuery = {} } = queryOf(page);
  const long = Object.entries(query).find(([, values]) => values.length > mostListed.values);
  if (long)
    throw fail(
      `lists ${long[1].length} values of "${long[0]}" in \`query\`, of at most ${mostListed.values}. Write how many characters any value has: { ${long[0]}: { max: 40 } }.`,
    );
  if (!querySchema.safeParse(query).success)
    throw fail(
      `can’t have this \`query\`. Write up to ${mostListed.parameters} parameters of small letters, digits and hyphens, with their values of up to ${mostListed.characters} characters.`,
    );
  if (!searchSchema.safeParse(freeQuery).success)
    throw fail(
      'can’t have these free values in its `query`. Write up to three parameters with what each has at most, 1 to 200 characters: { sku: { max: 40 } }.',
    );
}

/**
 * Checks the parameters in which a page takes what visitors type.
 *
 * @throws {OperatorError} BUILD-REMOTE
 */
export function assertSearch(name: string, { search, query = {} }: DefinedPage): void {
  if (search === undefined) return;
  const fail = failure(name);
  const twice = Object.keys(search).find((parameter) => Object.hasOwn(query, parameter));
  if (twice !== undefined) throw fail(`has "${twice}" in both \`query\` and \`search\`. Remove one.`);
  if (!searchSchema.safeParse(search).success)
    throw fail(
      'can’t have this `search`. Write up to three parameters with what each takes at most, 1 to 200 characters: { q: { max: 100 } }.',
    );
}

type Fail = (problem: string) => OperatorError;

const failure =
  (name: string): Fail =>
  (problem) =>
    new OperatorError('BUILD-REMOTE', `src/remote.ts: the page "${name}" ${problem}`);

function assertFormerPaths(page: DefinedPage, fail: Fail): void {
  const old = formerPathsOf(page);
  const elsewhere = Object.keys(old).find((language) => !proposedLanguages(page).some((own) => own === language));
  if (elsewhere !== undefined) throw fail(`was at paths in "${elsewhere}", where it isn’t. Remove them from \`was\`.`);
  for (const [language, paths] of Object.entries(old) as [Language, readonly string[]][]) {
    const wrong = paths.find((path) => !mayHaveMoved(path, pathIn(page, language) ?? ''));
    if (wrong !== undefined)
      throw fail(`can’t have been at "${wrong}". Write it as a path, with the parameters of the present one.`);
  }
}

/** Whether an old path could lead to the present one: it says all parameters, and isn't the same. */
const mayHaveMoved = (path: string, present: string): boolean =>
  pagePath.safeParse(path).success && path !== present && parametersOf(path) === parametersOf(present);

const parametersOf = (path: string): string => (path.match(/:\w+/g) ?? []).sort().join();
