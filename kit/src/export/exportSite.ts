import { join } from 'node:path';
import { type ReleaseSource, releasesOf } from '@site/releases/Release.ts';
import { securityHeaders } from '@site/server/pages/headers.ts';
import { sitemapPath } from '@site/server/seo/sitemap.ts';
import type { NewsList } from '@site/shared/contract/news.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { feedPath } from '@site/shared/routes/feeds.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { pageNames } from '@site/shared/routes/table.ts';
import type { FastifyInstance } from 'fastify';
import { callDirectly } from './callDirectly.ts';
import { ExportError } from './ExportError.ts';
import { emptyFolder } from './emptyFolder.ts';
import { exportRelease } from './exportRelease.ts';
import { type ExportedPage, headersFile, headersFileName, redirectsFile } from './hostFiles.ts';
import { write } from './write.ts';

/** What was written. */
export interface ExportResult {
  readonly pages: number;
  /** Files of the releases. */
  readonly files: number;
}

/** What is exported. */
export interface ExportedSite {
  readonly server: FastifyInstance;
  /** What the server shows. */
  readonly releases: ReleaseSource;
  /** Origin of the API that browsers call by themselves; without one, they call that of the host. */
  readonly apiOrigin: string | undefined;
}

/**
 * Writes every page of a site, the 404 page of each language, what search engines and feed readers look for, and the
 * browser files of the releases that the pages come from.
 *
 * @throws {ExportError} when a page is not answered as it should be
 */
export async function exportSite(
  { server: site, releases, apiOrigin }: ExportedSite,
  folder: string,
): Promise<ExportResult> {
  await emptyFolder(folder);
  const exportPage = async (path: string, file: string, status: number): Promise<ExportedPage> => {
    const { payload, headers } = await ask(site, path, status);
    // Its scripts report nothing then: there is no server that would take it.
    const html = payload.replace('<html ', '<html data-exported ');
    const rendered = { html, policy: String(headers['content-security-policy'] ?? '') };
    const page = apiOrigin ? callDirectly(rendered, apiOrigin) : rendered;
    await write(join(folder, file), page.html);
    return { path, headers: { ...securityOf(headers), 'content-security-policy': page.policy } };
  };
  const pages: ExportedPage[] = [];
  // One by one: all at once, the last would wait longer than a page may take.
  for (const path of ['/', ...(await pagePaths(site))]) pages.push(await exportPage(path, pageFile(path), 200));
  const lost = [await exportPage('/404', '404.html', 404)];
  for (const language of languages) lost.push(await exportPage(`/${language}/404`, `${language}/404.html`, 404));
  for (const path of ['/robots.txt', sitemapPath, ...languages.map(feedPath)]) {
    await write(join(folder, path), (await ask(site, path, 200)).payload);
  }
  await write(join(folder, headersFileName), headersFile([...pages, ...lost]));
  await write(join(folder, '_redirects'), redirectsFile(pages));
  // A page that fails comes from an earlier release: those are in the set too.
  const files = await Promise.all(releasesOf(releases.current()).map((release) => exportRelease(release, folder)));
  return { pages: pages.length, files: files.reduce((sum, count) => sum + count, 0) };
}

const pageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}/index.html`);

async function pagePaths(site: FastifyInstance): Promise<string[]> {
  const paths = languages.map(async (language) => {
    const articles = (await newsOf(site, language)).map(({ slug }) => pathOf('article', language, { slug }));
    const others = pageNames.filter((name) => name !== 'article').map((name) => pathOf(name, language));
    return [...others, ...articles];
  });
  return (await Promise.all(paths)).flat();
}

/** The headers of an answer that are about security. */
const securityOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(securityHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));

/** The pages of the articles. A blog without news looks well, so that nobody would notice: here it is an error. */
const newsOf = async (site: FastifyInstance, language: Language): Promise<NewsList['news']> =>
  (await ask(site, `/api/v1/blog/${language}`, 200)).json<NewsList>().news;

async function ask(site: FastifyInstance, path: string, status: number) {
  const answer = await site.inject(path);
  if (answer.statusCode === status) return answer;
  throw new ExportError(`${path} was answered with status ${answer.statusCode} instead of ${status}.`);
}
