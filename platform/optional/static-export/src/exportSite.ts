import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Release, type ReleaseSource, releasesOf } from '@site/releases/Release.ts';
import { askedCalls } from '@site/releases/siteCalls.ts';
import { securityHeaders } from '@site/server/pages/headers.ts';
import { isPublicFile } from '@site/server/releaseFiles.ts';
import { sitemapPath } from '@site/server/seo/sitemap.ts';
import type { NewsList } from '@site/shared/contract/news.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import type { SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { hasParams, pathIn, pathOfRoute } from '@site/shared/routes/path.ts';
import { feedPath, pageFeedPath, routesPath } from '@site/shared/routes/siteFiles.ts';
import { isIn, type RouteTable } from '@site/shared/routes/table.ts';
import type { FastifyInstance } from 'fastify';
import { type ExportedPage, headersFile, redirectsFile } from './hostFiles.ts';
import { nginxFile } from './nginxFile.ts';

/** The site to export. */
export interface ExportedSite {
  readonly server: Pick<FastifyInstance, 'inject'>;
  /** The releases that the server shows. */
  readonly releases: ReleaseSource;
  /** Origin of the API that browsers call directly; undefined when the host forwards calls to it. */
  readonly apiOrigin: string | undefined;
  /** How long to wait for a fragment that is missing: longer than a site does before it tries it again. */
  readonly patience?: number;
}

/** What was written. */
export interface ExportResult {
  readonly pages: number;
  /** Files of the releases. */
  readonly files: number;
  /** The pages that have the fallback of a fragment, and its name. */
  readonly fallbacks: readonly string[];
}

/**
 * Writes every page of a site, the 404 page of each language, the files for search engines and feed readers, and the
 * browser files of the releases into an empty folder.
 *
 * @throws {OperatorError} SITE-EXPORT when the site answers with an error
 */
export async function exportSite(
  { server: site, releases, apiOrigin, patience = 11_000 }: ExportedSite,
  folder: string,
): Promise<ExportResult> {
  const { routes } = releases.current();
  const hasNews = askedCalls(releases.current()).has('listNews');
  const fallbacks: string[] = [];
  const given = new Set<string>();
  const requestWhole = async (path: string, status: number) => {
    const response = await request(site, path, status);
    const missing = missingFragments(response.payload, routes);
    if (missing.every((name) => given.has(name))) return response;
    // The first pages of a machine that is busy may be too late.
    await delay(patience);
    return await request(site, path, status);
  };
  const exportPage = async (path: string, file: string, status: number): Promise<ExportedPage> => {
    const { payload, headers } = await requestWhole(path, status);
    for (const name of missingFragments(payload, routes)) {
      given.add(name);
      fallbacks.push(`${path} has the fallback of the fragment "${name}".`);
    }
    // Tells the page's scripts that no server accepts their reports.
    const html = payload.replace('<html ', '<html data-exported ');
    const rendered = { html, policy: String(headers['content-security-policy'] ?? '') };
    const page = apiOrigin ? withApiOrigin(rendered, apiOrigin) : rendered;
    await write(join(folder, file), page.html);
    return { path, headers: { ...pickSecurityHeaders(headers), 'content-security-policy': page.policy } };
  };
  const pages: ExportedPage[] = [];
  // One at a time: all at once, the last page would exceed the time limit for rendering.
  const sitemap = (await request(site, sitemapPath, 200)).payload;
  for (const path of new Set(['/', ...(await pagePaths(site, routes, hasNews)), ...listedPaths(sitemap)])) {
    pages.push(await exportPage(path, path === '/' ? 'index.html' : `${fileOf(path)}/index.html`, 200));
  }
  const notFoundPages = [await exportPage('/404', '404.html', 404)];
  for (const language of languages) {
    notFoundPages.push(await exportPage(`/${language}/404`, `${language}/404.html`, 404));
  }
  await write(join(folder, sitemapPath), sitemap);
  const feeds = feedsOf(routes, hasNews);
  for (const path of ['/robots.txt', ...languages.map(routesPath), ...feeds]) {
    await write(join(folder, path), (await request(site, path, 200)).payload);
  }
  const headers = headersFile([...pages, ...notFoundPages], publicFilesOf(releases), feeds);
  const redirects = redirectsFile(pages, routes);
  await write(join(folder, '_headers'), headers);
  await write(join(folder, '_redirects'), redirects);
  await write(join(folder, '_nginx.conf'), nginxFile(headers, redirects));
  // Includes earlier releases that replace a failing page.
  const files = await Promise.all(releasesOf(releases.current()).map((release) => copyRelease(release, folder)));
  return { pages: pages.length, files: files.reduce((sum, count) => sum + count, 0), fallbacks };
}

/** The fragments that a page lacks although a remote has them. */
const missingFragments = (html: string, { fragments = {} }: Partial<SiteRoutes>): readonly string[] =>
  [...html.matchAll(/<div data-fragment="([\w-]+)">(?!<div data-remote)/g)].flatMap(([, name = '']) =>
    Object.hasOwn(fragments, name) ? [name] : [],
  );

/** The blog's feeds, where the site has news, and those of remotes' pages. */
const feedsOf = ({ pages }: RouteTable, hasNews: boolean): readonly string[] => [
  ...new Set(
    languages.flatMap((language) => [
      ...(hasNews ? [feedPath(language)] : []),
      ...Object.values(pages).flatMap((page) => pageFeedPath(page, language) ?? []),
    ]),
  ),
];

/** The pages of a sitemap: those with parameters, whose addresses remotes' own APIs list, are named nowhere else. */
const listedPaths = (sitemap: string): readonly string[] =>
  [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);

/** The file of a page, as hosts look for it. An API chooses a part of the address, and must not choose the folder. */
function fileOf(path: string): string {
  const parts = path.slice(1).split('/').map(decodeURIComponent);
  if (parts.every((part) => /^[^/\\\0]+$/.test(part) && !/^\.\.?$/.test(part))) return parts.join('/');
  throw new OperatorError('SITE-EXPORT', `${path} can’t be a file: hosts would look for it in another folder.`);
}

/** The addresses of the files with fixed addresses. */
const publicFilesOf = (releases: ReleaseSource): readonly string[] => [
  ...new Set(
    releasesOf(releases.current()).flatMap((release) =>
      Object.keys(release.manifest.files)
        .map((file) => file.replace(/^public/, ''))
        .filter((path) => isPublicFile(path, release)),
    ),
  ),
];

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

async function pagePaths(site: ExportedSite['server'], table: RouteTable, hasNews: boolean): Promise<string[]> {
  const paths = languages.map(async (language) => {
    // Without news the blog still renders, and the mistake would go unnoticed: the API must answer.
    const { news } = hasNews ? (await request(site, `/api/v1/blog/${language}`, 200)).json<NewsList>() : { news: [] };
    const articles = news.flatMap(({ slug }) => pathIn(table, 'article', language, { slug }) ?? []);
    const others = Object.values(table.pages)
      .filter((page) => isIn(page, language) && !hasParams(page, language))
      .map((page) => pathOfRoute(page, language));
    return [...others, ...articles];
  });
  return (await Promise.all(paths)).flat();
}

async function request(site: ExportedSite['server'], path: string, status: number) {
  const response = await site.inject(path);
  if (response.headers['cache-status'] !== undefined)
    throw new OperatorError(
      'SITE-EXPORT',
      `${path} could not be rendered, and its last good version may be out of date.`,
    );
  if (response.statusCode === status) return response;
  throw new OperatorError(
    'SITE-EXPORT',
    `${path} was answered with status ${response.statusCode} instead of ${status}.`,
  );
}

interface PageWithPolicy {
  readonly html: string;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

/** Makes a page call the API directly: a static host can't forward calls as the site server does. */
function withApiOrigin({ html, policy }: PageWithPolicy, apiOrigin: string): PageWithPolicy {
  const changed = {
    html: html.replace('<html ', `<html data-api-origin="${apiOrigin}" `),
    policy: policy.replace("connect-src 'self'", `connect-src 'self' ${apiOrigin}`),
  };
  if (changed.html !== html && changed.policy !== policy) return changed;
  throw new OperatorError(
    'SITE-EXPORT',
    'The API’s origin could not be written into a page: the form of the document or of its policy has changed.',
  );
}

const pickSecurityHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(securityHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));

/** Copies the browser files of a release to their addresses; returns how many. */
async function copyRelease({ manifest, folder: source }: Release, folder: string): Promise<number> {
  const addresses = browserFiles(manifest);
  for (const [file, address] of addresses) await cp(join(source, file), join(folder, address));
  return addresses.length;
}

/** The browser files of a release and their addresses, without the compressed ones: hosts compress files themselves. */
function browserFiles({ files, publicPath }: ReleaseManifest): (readonly [file: string, address: string])[] {
  // A remote's files may be on another origin.
  const folders = { 'public/': '/', ...(publicPath.startsWith('/') && { 'web/': publicPath }) };
  return Object.entries(folders).flatMap(([folder, address]) =>
    Object.keys(files)
      .filter((file) => file.startsWith(folder) && !/\.(br|gz)$/.test(file))
      .map((file) => [file, address + file.slice(folder.length)] as const),
  );
}
