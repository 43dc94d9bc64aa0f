import { hash } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import { Slots } from '@site/releases/Slots.ts';
import type { ApiAnswer, ApiCall } from '@site/renderer/apiCalls.ts';
import { ownApisPath } from '@site/shared/contract/api.ts';
import { inEachLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import { isPlainLine } from '@site/shared/plainText.ts';
import type { SitePage, SiteRoutes } from '@site/shared/routes/composeTable.ts';
import type { PathParams } from '@site/shared/routes/path.ts';
import { absentPath, isIn, type PageRoute } from '@site/shared/routes/table.ts';
import { z } from 'zod';
import { meansLimits } from '../limits.ts';
import { EntriesMemory } from './EntriesMemory.ts';

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

/** What was made of an answer. The answer itself isn't kept: there may be a megabyte for each page. */
interface Known {
  readonly page: SitePage;
  /** A hash of the answer. */
  readonly answer: string;
  /** Until when the API's answer stays the same, by `performance.now()`. */
  readonly until: number;
  /** How much memory the remote might use. */
  readonly share: number;
  readonly entries: PageEntries;
}

/** An answer that isn't known. */
interface NewAnswer extends Pick<ApiAnswer, 'status' | 'body'>, Pick<Known, 'page' | 'share'> {
  readonly name: string;
  readonly routes: SiteRoutes;
}

const none: readonly PageEntry[] = [];

/** Reads entries with the remotes' own APIs. */
export function entriesReader({ call, logError }: EntriesParts): EntriesReader {
  const known = new Map<string, Known>();
  const memory = new EntriesMemory();
  // What is parsed takes ten times as much as what stays of it.
  const oneByOne = new Slots(1);

  const entriesOf = async (name: string, page: SitePage, routes: SiteRoutes): Promise<PageEntries> => {
    const { remote, entries } = page;
    if (!entries) return undefined;
    const share = EntriesMemory.shareOf(routes);
    const knownOf = () => {
      const last = known.get(name);
      return last?.page === page && last.share === share ? last : undefined;
    };
    const fresh = knownOf();
    if (fresh && fresh.until > performance.now()) return fresh.entries;
    const { status, body, freshFor = 0 } = await call({ path: `${ownApisPath}${entries.api}/${entries.path}`, remote });
    const answer = `${status} ${hash('sha256', body)}`;
    const until = performance.now() + Math.min(freshFor, meansLimits.apis.fresh.least);
    return await oneByOne.run(async () => {
      const same = knownOf();
      const read = same?.answer === answer ? same.entries : await readNew({ name, page, routes, share, status, body });
      known.set(name, { page, answer, until, share, entries: read });
      return read;
    });
  };

  const readNew = async ({ name, page, routes, share, status, body }: NewAnswer): Promise<PageEntries> => {
    memory.begin(name, page.remote);
    const { read, problem } =
      status === 200
        ? await readEntries(body, name, routes, (found) => memory.takes(name, bytesOf(found), share))
        : { read: undefined, problem: undefined };
    // The call itself has said why it got no answer.
    const refused = status === 200 || status === 0 ? problem : `The answer has status ${status}.`;
    const { api, path } = page.entries ?? {};
    if (refused !== undefined)
      logError(`SITE-ENTRIES ${api}/${path} of ${page.remote} lists the page "${name}". ${refused}`);
    return read;
  };

  return {
    all: async (routes) => {
      for (const name of known.keys()) {
        if (Object.hasOwn(routes.pages, name)) continue;
        known.delete(name);
        memory.remove(name);
      }
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
  .max(meansLimits.entries.parameter)
  // Dots lead to other folders, and a slash, once decoded, is one more parameter.
  .refine((text) => text.isWellFormed() && isPlainLine(text) && !/^\.+$|[/\\]/.test(text));

/** Other properties of an entry are ignored. */
const entry = z.object({
  params: z.record(z.string().max(20), parameter),
  languages: z.array(z.string().max(10)).max(50).optional(),
  lastModified: z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional(),
});

/**
 * The usable entries of an answer, and what is wrong with the others.
 *
 * @param fits whether there is memory for an entry
 */
async function readEntries(
  body: string,
  name: string,
  { pages }: SiteRoutes,
  fits: (found: PageEntry) => boolean,
): Promise<{ readonly read: readonly PageEntry[]; readonly problem: string | undefined }> {
  const listed = parseList(body);
  if (!listed) return { read: none, problem: 'The answer is not a list.' };
  const { ofPage: most, atOnce } = meansLimits.entries;
  const { [name]: page, ...others } = pages;
  const taken = new Set(
    Object.values(others).flatMap(({ paths }) => languages.map((code) => `${code}/${paths[code]}`)),
  );
  const read: PageEntry[] = [];
  let tried = 0;
  for (const item of listed.slice(0, most)) {
    if (tried % atOnce === atOnce - 1) await immediate();
    const found = page && entryOf(item, name, page, taken);
    if (found && !fits(found)) break;
    tried += 1;
    if (found) read.push(found);
  }
  const untold = page?.feed ? read.filter((found) => !isInFeed(found)).length : 0;
  return { read, problem: problemOf({ listed: listed.length, tried, read: read.length, untold }) };
}

/** What is wrong with a list, in words; undefined when nothing is. */
function problemOf({ listed, tried, read, untold }: Readonly<Record<'listed' | 'tried' | 'read' | 'untold', number>>) {
  const most = Math.min(listed, meansLimits.entries.ofPage);
  const problems = [
    ...(tried > read ? [`${tried - read} of ${listed} entries can’t be used, or are there twice.`] : []),
    ...(untold > 0 ? [`The feed lacks ${untold} of them, which have no title or no \`lastModified\`.`] : []),
    ...(tried < most ? ['The entries of this remote take more memory than its share.'] : []),
    ...(tried < listed ? [`Only the first ${tried} of ${listed} are read.`] : []),
  ];
  return problems.length > 0 ? problems.join(' ') : undefined;
}

/** What the objects of an entry take besides their texts. */
const entryBytes = 400;

/** What an entry takes in memory, at most. */
const bytesOf = ({ paths, texts }: PageEntry): number =>
  entryBytes +
  2 * Object.values(paths).reduce((sum, path) => sum + path.length, 0) +
  2 * Object.values(texts).reduce((sum, { title, summary = '' }) => sum + title.length + summary.length, 0);

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

const { title: longestTitle, summary: longestSummary } = meansLimits.feeds;
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
