import { setImmediate as immediate } from 'node:timers/promises';
import type { ApiAnswer, ApiCall } from '@site/renderer/apiCalls.ts';
import { ownApisPath } from '@site/shared/contract/api.ts';
import { inEachLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import { isPlainLine } from '@site/shared/plainText.ts';
import type { SitePage, SiteRoutes } from '@site/shared/routes/composeTable.ts';
import type { PathParams } from '@site/shared/routes/path.ts';
import { absentPath, isIn, type PageRoute } from '@site/shared/routes/table.ts';
import { z } from 'zod';
import { serverLimits } from '../limits.ts';

/** One address of a page with parameters, in some of the page's languages. */
export interface PageEntry {
  /** What it is an address of. */
  readonly page: string;
  /** The page's path without parameters, `absentPath` where there is none. */
  readonly paths: PageRoute['paths'];
  /** When its API says that it changed. */
  readonly changed: Date | undefined;
  /** What a feed says of it, in languages of its own. */
  readonly texts: EntryTexts;
}

/** What an API says of an entry, for a feed. */
export interface EntryText {
  readonly title: string;
  readonly summary?: string | undefined;
}

type EntryTexts = Readonly<Partial<Record<Language, EntryText>>>;

/** The entries of a page; undefined while its API gives no answer. */
type PageEntries = readonly PageEntry[] | undefined;

/** Reads what remotes list of the addresses of their pages. The lists stay the same while nothing changes. */
export interface EntriesReader {
  /** The entries of each page whose remote lists them, in the order of the table. */
  readonly all: (routes: SiteRoutes) => Promise<readonly (readonly PageEntry[])[]>;
  /** The entries of one page. */
  readonly of: (page: string, routes: SiteRoutes) => Promise<PageEntries>;
}

/** What reading entries depends on. */
export interface EntriesParts {
  /** Calls a remote's own API, which keeps its answers. */
  readonly call: (call: Pick<ApiCall, 'path' | 'remote'>) => Promise<ApiAnswer>;
  readonly logError: (text: string) => void;
}

/** An answer, with what was made of it. */
interface Known {
  readonly page: SitePage;
  readonly answer: string;
  readonly entries: PageEntries;
}

const none: readonly PageEntry[] = [];

/** Reads entries with the remotes' own APIs. */
export function entriesReader({ call, logError }: EntriesParts): EntriesReader {
  const known = new Map<string, Known>();

  const entriesOf = async (name: string, page: SitePage, routes: SiteRoutes): Promise<PageEntries> => {
    const { remote, entries } = page;
    if (!entries) return undefined;
    const { status, body } = await call({ path: `${ownApisPath}${entries.api}/${entries.path}`, remote });
    const answer = `${status} ${body}`;
    const last = known.get(name);
    if (last?.answer === answer && last.page === page) return last.entries;
    const { read, problem } =
      status === 200 ? await readEntries(body, name, routes) : { read: undefined, problem: undefined };
    // The call itself has said why it got no answer.
    const refused = status === 200 || status === 0 ? problem : `The answer has status ${status}.`;
    if (refused !== undefined)
      logError(`SITE-ENTRIES ${entries.api}/${entries.path} of ${remote} lists the page "${name}". ${refused}`);
    known.set(name, { page, answer, entries: read });
    return read;
  };

  return {
    all: async (routes) => {
      for (const name of known.keys()) if (!Object.hasOwn(routes.pages, name)) known.delete(name);
      const listing = Object.entries(routes.pages).filter(([, { entries }]) => entries !== undefined);
      return await Promise.all(listing.map(async ([name, page]) => (await entriesOf(name, page, routes)) ?? none));
    },
    of: async (name, routes) => {
      const page = Object.hasOwn(routes.pages, name) ? routes.pages[name] : undefined;
      return page && (await entriesOf(name, page, routes));
    },
  };
}

const parameter = z
  .string()
  .min(1)
  .max(serverLimits.sitemap.parameter)
  // Dots lead to other folders, and a slash, once decoded, is one more parameter.
  .refine((text) => text.isWellFormed() && isPlainLine(text) && !/^\.+$|[/\\]/.test(text));

/** Other properties of an entry are ignored. */
const entry = z.object({
  params: z.record(z.string().max(20), parameter),
  languages: z.array(z.string().max(10)).max(50).optional(),
  lastModified: z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional(),
});

/** The usable entries of an answer, and what is wrong with the others. */
async function readEntries(body: string, name: string, { pages }: SiteRoutes) {
  const listed = parseList(body);
  if (!listed) return { read: none, problem: 'The answer is not a list.' };
  const { entries: most, atOnce } = serverLimits.sitemap;
  const { [name]: page, ...others } = pages;
  const taken = new Set(
    Object.values(others).flatMap(({ paths }) => languages.map((code) => `${code}/${paths[code]}`)),
  );
  const read: PageEntry[] = [];
  let untold = 0;
  for (const [index, item] of listed.slice(0, most).entries()) {
    if (index % atOnce === atOnce - 1) await immediate();
    const found = page && entryOf(item, name, page, taken);
    if (found) read.push(found);
    if (found && page.feed && !isInFeed(found)) untold += 1;
  }
  const unusable = Math.min(listed.length, most) - read.length;
  const problems = [
    ...(unusable > 0 ? [`${unusable} of ${listed.length} entries can’t be used, or are there twice.`] : []),
    ...(untold > 0 ? [`The feed lacks ${untold} of them, which have no title or no \`lastModified\`.`] : []),
    ...(listed.length > most ? [`Only the first ${most} of ${listed.length} are read.`] : []),
  ];
  return { read, problem: problems.length > 0 ? problems.join(' ') : undefined };
}

/** Whether a feed can say something of an entry in one of its languages. */
const isInFeed = ({ changed, texts }: PageEntry): boolean => changed !== undefined && Object.keys(texts).length > 0;

function parseList(body: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads one entry.
 *
 * @param taken the addresses of other pages and of earlier entries; this entry's are added
 */
function entryOf(item: unknown, name: string, page: SitePage, taken: Set<string>): PageEntry | undefined {
  const parsed = entry.safeParse(item);
  if (!parsed.success) return undefined;
  const { params, languages: some, lastModified } = parsed.data;
  const paths = inEachLanguage((language) => {
    const isWanted = isIn(page, language) && (some === undefined || some.includes(language));
    const path = isWanted ? withParams(page.paths[language], params) : undefined;
    return path === undefined || taken.has(`${language}/${path}`) ? absentPath : path;
  });
  const own = languages.filter((language) => paths[language] !== absentPath);
  if (own.length === 0) return undefined;
  for (const language of own) taken.add(`${language}/${paths[language]}`);
  return {
    page: name,
    paths,
    changed: lastModified === undefined ? undefined : new Date(lastModified),
    texts: page.feed ? textsOf(item, own) : {},
  };
}

const { title: longestTitle, summary: longestSummary } = serverLimits.feeds;
const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((value) => value.isWellFormed());

/** A text for all languages, or one for each. Anything else counts as none. */
const inLanguages = (most: number) =>
  z
    .union([text(most), z.record(z.string().max(10), text(most).optional().catch(undefined))])
    .optional()
    .catch(undefined);

const told = z.object({ title: inLanguages(longestTitle), summary: inLanguages(longestSummary) });

/** What an API says of an entry in its languages. */
function textsOf(item: unknown, own: readonly Language[]): EntryTexts {
  const { title, summary } = told.parse(item);
  const textIn = (texts: typeof title, language: Language): string | undefined =>
    typeof texts === 'object' ? (Object.hasOwn(texts, language) ? texts[language] : undefined) : texts;
  return Object.fromEntries(
    own.flatMap((language) => {
      const named = textIn(title, language);
      return named === undefined ? [] : [[language, { title: named, summary: textIn(summary, language) }]];
    }),
  );
}

/** A path with values of its parameters; undefined when one is missing. */
function withParams(pattern: string, params: PathParams): string | undefined {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, parameterName = '']) => parameterName);
  if (names.some((wanted) => !Object.hasOwn(params, wanted))) return undefined;
  return pattern.replace(/:(\w+)/g, (_, wanted: string) => encodeURIComponent(params[wanted] ?? ''));
}
