import type { DeclaredApi, DeclaredEntries, DeclaredPage, PageWords } from '@site/shared/contract/release.ts';
import { fallbackLanguage, inEachLanguage, type Language } from '@site/shared/i18n/languages.ts';
import { isPlainLine } from '@site/shared/plainText.ts';
import { siteCard } from '@site/shared/routes/cards.ts';
import type { SearchParameters } from '@site/shared/routes/table.ts';
import { z } from 'zod';
import { releaseLimits } from './limits.ts';
import { isAppName } from './names.ts';

/** Whether untrusted text is the name of a page. Pages are keys of plain objects, and have cards named after them. */
const isPageName = (text: string): boolean =>
  /^[a-z][a-z0-9-]{0,39}$/.test(text) && !(text in Object.prototype) && text !== siteCard;

/** A single line of text. */
const line = (length: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(length)
    .refine(isPlainLine, 'must be plain text in one line, without invisible characters');

/** The name of a remote's own API: it is a part of addresses, and a key of plain objects. */
export const apiName = z.string().refine(isAppName, 'must be a name of small letters, digits and hyphens');

/** The APIs of its own that a remote's manifest names. */
export const apisSchema: z.ZodType<Readonly<Record<string, DeclaredApi>>> = z
  .record(apiName, z.looseObject({ description: line(300) }))
  .refine((apis) => Object.keys(apis).length <= 20, 'must be at most 20 APIs');

const pageName = z.string().refine(isPageName, 'must be a name of small letters, digits and hyphens');

/**
 * One part of a path. Addresses are written into HTML and the sitemap, so it may only have characters without a special
 * meaning there.
 */
const segment = '[a-z0-9]+(?:-[a-z0-9]+)*';
const prefixPattern = new RegExp(`^(?:${segment}(?:/${segment}){0,5})?$`);
const pathPattern = new RegExp(`^(?:${segment}(?:/(?:${segment}|:[a-z]{1,20})){0,5})?$`);

/** A path without parameters, such as a prefix that a remote claims. */
export const pathPrefix = z
  .string()
  .max(releaseLimits.pathLength)
  .regex(prefixPattern, 'must be a path of small letters, digits and hyphens, without a slash at its ends');

/** A page's path in a language. */
export const pagePath = z
  .string()
  .regex(
    pathPattern,
    'must be a path of small letters, digits and hyphens, without a slash at its ends; after the first part :name is a parameter',
  );

/**
 * One entry for each language that the site had when it was written, including the fallback language. The site may have
 * added languages since, and a server may be older than a release.
 */
export const perLanguage = <Schema extends z.ZodType>(schema: Schema): z.ZodType<Record<Language, z.output<Schema>>> =>
  z
    .record(z.string().regex(languagePattern, 'must be a language code'), schema)
    .refine((entries) => fallbackLanguage in entries, `must have an entry for "${fallbackLanguage}"`)
    .refine((entries) => Object.keys(entries).length <= mostLanguages, `must have at most ${mostLanguages} languages`)
    // Some of the site's languages may be absent: `withEveryLanguage` fills them in.
    .transform((entries) => entries as Record<Language, z.output<Schema>>);

const mostLanguages = 50;

const languagePattern = /^[a-z]{2,3}$/;

/** Old paths of a page in one language: as many as it may collect in years. */
const mostFormerPaths = 20;

/** A language that the page exists in. The site may lack it. */
const languageCode = z
  .string()
  .regex(languagePattern, 'must be a language code')
  .transform((code) => code as Language);

/** A release's pages in every language of the site. In languages that it lacks, they are as in the fallback language. */
export const withEveryLanguage = (pages: readonly DeclaredPage[]): readonly DeclaredPage[] =>
  pages.map((declared) => ({
    ...declared,
    paths: inEachLanguage((language) => declared.paths[language] ?? declared.paths[fallbackLanguage]),
    words: inEachLanguage((language) => declared.words[language] ?? declared.words[fallbackLanguage]),
  }));

const words: z.ZodType<PageWords> = z.looseObject({
  title: line(120),
  description: line(400).exactOptional(),
  link: line(40).exactOptional(),
  footerLink: line(40).exactOptional(),
});

/** The name of a form: a key of plain objects. */
export const formName = pageName;

const queryName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/)
  .refine((name) => !(name in Object.prototype));

/** Where a page's addresses are listed. */
export const entriesSchema: z.ZodType<DeclaredEntries> = z.looseObject({
  api: apiName,
  path: z
    .string()
    .max(200)
    .regex(/^[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*$/, 'must be a path below the API, such as entries.json'),
});

/** How many parameters of listed values a page has, how many values each, and how many characters these have at most. */
export const mostListed = { parameters: 10, values: 20, characters: 30 } as const;

/** The query parameters that a page reads, with their values. */
export const querySchema: z.ZodType<NonNullable<DeclaredPage['query']>> = z
  .record(queryName, z.array(z.string().max(mostListed.characters)).max(mostListed.values))
  .refine((query) => Object.keys(query).length <= mostListed.parameters);

/** Characters that a parameter of any text takes at most. */
const mostTyped = 200;

/** The query parameters in which a page takes any text. */
export const searchSchema: z.ZodType<SearchParameters> = z
  .record(queryName, z.looseObject({ max: z.number().int().min(1).max(mostTyped) }))
  .refine((search) => Object.keys(search).length <= 3, 'must be at most 3 parameters');

const page: z.ZodType<DeclaredPage> = z
  .looseObject({
    name: pageName,
    module: z.string().regex(/^\.\/[a-z0-9-]{1,60}$/),
    paths: perLanguage(pagePath),
    languages: z.array(languageCode).min(1).max(mostLanguages).exactOptional(),
    was: z.record(languageCode, z.array(pagePath).max(mostFormerPaths)).exactOptional(),
    query: querySchema.exactOptional(),
    freeQuery: searchSchema.exactOptional(),
    search: searchSchema.exactOptional(),
    form: formName.exactOptional(),
    closing: z.enum(['invitation', 'strip']).exactOptional(),
    places: z
      .array(z.enum(['menu', 'footer']))
      .max(2)
      .exactOptional(),
    card: pageName.exactOptional(),
    isListed: z.boolean().exactOptional(),
    isRedirect: z.literal(true).exactOptional(),
    entries: entriesSchema.exactOptional(),
    feed: z.literal(true).exactOptional(),
    words: perLanguage(words),
  })
  .refine(({ paths, words: all }) => Object.keys(paths).sort().join() === Object.keys(all).sort().join(), {
    path: ['words'],
    error: 'must be in the same languages as the paths',
  })
  .refine(({ languages = [], paths }) => languages.every((language) => Object.hasOwn(paths, language)), {
    path: ['languages'],
    error: 'must have a path each',
  })
  .refine(({ languages = [] }) => new Set(languages).size === languages.length, {
    path: ['languages'],
    error: 'must be named once each',
  })
  .refine(({ languages, paths }) => languages === undefined || !Object.values(paths).includes(''), {
    path: ['languages'],
    error: 'must be absent: the home page is in every language',
  })
  .refine(({ was = {}, paths }) => Object.keys(was).every((language) => Object.hasOwn(paths, language)), {
    path: ['was'],
    error: 'must be in languages of the paths',
  })
  .refine(
    ({ was = {}, paths }) =>
      Object.values(was).every((old) => old.every((path) => haveSame([path, paths[fallbackLanguage] ?? '']))),
    {
      path: ['was'],
      error: 'must have the parameters of the present path, each once',
    },
  )
  .refine(({ query = {}, freeQuery = {} }) => Object.keys(freeQuery).every((name) => !Object.hasOwn(query, name)), {
    path: ['freeQuery'],
    error: 'must have other parameters than those of listed values',
  })
  .refine(
    ({ search = {}, query = {}, freeQuery = {} }) =>
      Object.keys(search).every((name) => !Object.hasOwn(query, name) && !Object.hasOwn(freeQuery, name)),
    { path: ['search'], error: 'must have other parameters than the query' },
  )
  .refine(({ entries, paths }) => entries === undefined || Object.values(paths).every((path) => path.includes(':')), {
    path: ['entries'],
    error: 'must be absent: its path has no parameter',
  })
  .refine(({ entries, feed }) => !feed || entries !== undefined, {
    path: ['feed'],
    error: 'must be absent: without entries nothing is in it',
  })
  .refine(hasSameParameters, { path: ['paths'], error: 'must have the same parameters in every language, each once' })
  .refine(({ places = [], paths }) => places.length === 0 || !Object.values(paths).some((path) => path.includes(':')), {
    path: ['places'],
    error: 'can’t be asked for by a page whose path has a parameter: it has no single address',
  })
  .refine(hasLabels, {
    path: ['words'],
    error: 'must have a link in every language, because the page asks for a place in the navigation',
  });

function hasSameParameters({ paths }: Pick<DeclaredPage, 'paths'>): boolean {
  return haveSame(Object.values(paths));
}

/** Whether paths have the same parameters, each once. */
function haveSame(paths: readonly string[]): boolean {
  const parameters = paths.map((path) => path.match(/:\w+/g) ?? []);
  const [first = []] = parameters;
  const sorted = parameters.map((names) => names.toSorted().join());
  return new Set(first).size === first.length && new Set(sorted).size === 1;
}

function hasLabels({ places = [], words: all }: Pick<DeclaredPage, 'places' | 'words'>): boolean {
  return places.length === 0 || Object.values(all).every(({ link }) => link !== undefined);
}

/** The pages that a remote's manifest proposes. They are untrusted, so the check is strict. */
export const pagesSchema: z.ZodType<readonly DeclaredPage[]> = z
  .array(page)
  .refine((pages) => new Set(pages.map(({ name }) => name)).size === pages.length, 'must have different names')
  .refine((pages) => {
    const feeds = pages.flatMap(({ feed, paths }) => (feed ? [paths[fallbackLanguage].split('/:', 1)[0]] : []));
    return new Set(feeds).size === feeds.length;
  }, 'must have one feed at an address');
