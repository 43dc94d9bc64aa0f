import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { readPolicy } from '@site/releases/policy.ts';
import type { SiteAround } from '@site/server/development.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { frontendDiscoveryPath } from '@site/shared/contract/release.ts';
import { fallbackLanguage, inEachLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import type { Proposal } from '@site/shared/routes/composeTable.ts';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { type FooterColumn, isIn, type LanguageRoutes } from '@site/shared/routes/table.ts';
import { type Boot, bootElementId } from '@site/shell/entry/boot.ts';

/** What a running site tells everyone. */
export interface LiveSite extends SiteAround {
  readonly origin: string;
  /** Address of each remote's container, the file that a shell loads first. */
  readonly containers: Readonly<Record<string, string>>;
}

/** How long the site may take to answer, in milliseconds. */
const timeout = 5_000;

/** Where a site's last answers are kept: when it can't be reached, its remotes' pages stay in the table. */
const liveSiteFile = (origin: string): string => join(root, '.cache/live-site', `${new URL(origin).host}.json`);

/**
 * Reads a running site's table of pages and its remotes' addresses.
 *
 * @param onProblem called when it can't be reached, and its last answers are used
 * @throws {OperatorError} SITE-UNREACHABLE when it can't be reached and never was
 */
export async function readLiveSite(origin: string, onProblem: (message: string) => void): Promise<LiveSite> {
  const file = liveSiteFile(origin);
  try {
    const site = await askLiveSite(origin);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(site));
    return site;
  } catch (error) {
    const reason = `${origin} can’t be read as a site: ${reasonOf(error)}`;
    const known = await readFile(file, 'utf8').catch(() => undefined);
    if (known === undefined)
      throw new OperatorError(
        'SITE-UNREACHABLE',
        `${reason}. Correct --site, or leave it out: your pages need no site.`,
      );
    onProblem(`SITE-UNREACHABLE ${reason}. Its pages are linked as they were, and can’t be opened.`);
    return JSON.parse(known) as LiveSite;
  }
}

const reasonOf = (error: unknown): string => {
  const { cause = error } = error instanceof Error ? error : {};
  return cause instanceof Error ? cause.message : String(cause);
};

async function askLiveSite(origin: string): Promise<LiveSite> {
  const [tables, containers, policy] = await Promise.all([
    Promise.all(languages.map(async (language) => [language, await tableOf(origin, language)] as const)),
    containersOf(origin),
    policyOf(origin),
  ]);
  const tableIn = Object.fromEntries(tables) as Record<Language, LanguageRoutes>;
  const proposals = proposalsOf(tableIn);
  return { origin, containers, proposals, policy: policy ?? policyLike(tableIn[fallbackLanguage], proposals) };
}

const ask = (address: string): Promise<Response> => fetch(address, { signal: AbortSignal.timeout(timeout) });

/** The table of a language, with the titles of all pages: documents of the 404 page have it. */
async function tableOf(origin: string, language: Language): Promise<LanguageRoutes> {
  const html = await (await ask(`${origin}/${language}/_dev`)).text();
  const [, boot] = bootPattern.exec(html) ?? [];
  if (boot === undefined) throw new Error(`/${language} is no page of a site like this one`);
  return (JSON.parse(boot) as Boot).routes;
}

const bootPattern = new RegExp(`<script type="application/json" id="${bootElementId}">(.*?)</script>`, 's');

async function containersOf(origin: string): Promise<LiveSite['containers']> {
  const { microFrontends } = (await (await ask(origin + frontendDiscoveryPath)).json()) as {
    readonly microFrontends: Readonly<Record<string, readonly { readonly url: string }[]>>;
  };
  const addresses = Object.entries(microFrontends).flatMap(([name, [live]]) =>
    live ? [[name, live.url] as const] : [],
  );
  // On the site itself they are forwarded: then they are of the same origin as the page.
  return Object.fromEntries(addresses.map(([name, url]) => [name, url.replace(new RegExp(`^${origin}(?=/)`), '')]));
}

/** The site's route policy, if it has a release service. */
async function policyOf(origin: string): Promise<RoutePolicy | undefined> {
  const response = await ask(`${origin}/releases/policy.json`);
  const text = await response.text();
  return response.ok && text.startsWith('{') ? readPolicy(text, `${origin}/releases/policy.json`) : undefined;
}

/** What the live remotes propose, as far as it is in the table. */
function proposalsOf(tableIn: Readonly<Record<Language, LanguageRoutes>>): readonly Proposal[] {
  const tables = Object.values(tableIn);
  const pages = Object.assign({}, ...tables.map((table) => table.pages)) as LanguageRoutes['pages'];
  const inMenu = new Set<string>(tables.flatMap(({ menu }) => menu).map(({ page }) => page));
  const inFooter = new Set<string>(tables.flatMap(linksIn).map(({ page }) => page));
  const declared = Object.entries(pages).map(([name, { remote, ...route }]) => ({
    remote,
    page: {
      ...route,
      name,
      languages: languages.filter((language) => isIn(route, language)),
      places: [...(inMenu.has(name) ? ['menu' as const] : []), ...(inFooter.has(name) ? ['footer' as const] : [])],
      words: inEachLanguage((language) => wordsOf(name, tableIn[language])),
    },
  }));
  const ofRemotes = Object.groupBy(declared, ({ remote }) => remote);
  const fragments = fragmentsOf(tables);
  const remotes = new Set([...Object.keys(ofRemotes), ...Object.keys(fragments)]);
  return [...remotes].map((remote) => ({
    remote,
    pages: ofRemotes[remote]?.map(({ page }) => page) ?? [],
    ...(fragments[remote] && { fragments: fragments[remote] }),
  }));
}

/** The fragments of each remote. What they take isn't in the table: the site itself checks it. */
function fragmentsOf(tables: readonly LanguageRoutes[]): Readonly<Record<string, NonNullable<Proposal['fragments']>>> {
  const all = Object.entries(Object.assign({}, ...tables.map((table) => table.fragments)) as FragmentRoutes);
  const byRemote = Object.entries(Object.groupBy(all, ([, { remote }]) => remote));
  return Object.fromEntries(
    byRemote.map(([remote, own = []]) => [
      remote,
      Object.fromEntries(own.map(([name, { module }]) => [name, { module }])),
    ]),
  );
}

type FragmentRoutes = NonNullable<LanguageRoutes['fragments']>;

const linksIn = ({ footer }: Pick<LanguageRoutes, 'footer'>) =>
  [...footer.legal, ...footer.company].filter((link) => link !== 'careers');

function wordsOf(name: string, table: LanguageRoutes) {
  const labelIn = (links: LanguageRoutes['menu']) => links.find(({ page }) => page === name)?.label;
  const footerLink = labelIn(linksIn(table));
  const link = labelIn(table.menu) ?? footerLink;
  return {
    title: table.titles?.[name] ?? name,
    ...(link !== undefined && { link }),
    ...(footerLink !== undefined && { footerLink }),
  };
}

/** The policy of a site that doesn't publish it, as far as its table shows it: everyone keeps their paths and places. */
function policyLike(
  { menu, footer, fragments = {}, slots }: LanguageRoutes,
  proposals: readonly Proposal[],
): RoutePolicy {
  const claims = proposals.map(({ remote, pages }) => [
    remote,
    inEachLanguage((language) =>
      pages.filter((page) => isIn(page, language)).map(({ paths }) => paths[language].replace(/\/?:.*/, '')),
    ),
  ]);
  const named = (column: FooterColumn) => footer[column].map((link) => (link === 'careers' ? link : link.page));
  return {
    ...openPolicy,
    claims: Object.fromEntries(claims),
    menu: { pages: menu.map(({ page }) => page), others: true },
    footer: { legal: named('legal'), company: named('company'), others: true },
    fragments: Object.fromEntries(Object.entries(fragments).map(([name, { remote }]) => [name, remote])),
    ...(slots && { slots }),
  };
}
