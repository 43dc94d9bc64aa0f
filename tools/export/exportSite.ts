import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FolderStore } from '@site/releases';
import type { NewsList } from '@site/shared/contract/news.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { feedPath } from '@site/shared/routes/feeds.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { pageNames } from '@site/shared/routes/table.ts';
import type { FastifyInstance } from 'fastify';
import { sitemapPath } from '../../shell/server/found/sitemapPath.ts';
import type { Settings } from '../../shell/server/settings.ts';
import { apps } from '../bundles/apps.ts';
import { type ExportedPage, headersFile, redirectsFile } from './hostFiles.ts';

/** What was written. */
export interface ExportResult {
  readonly pages: number;
  /** Files of the releases. */
  readonly files: number;
}

/**
 * Writes every page of a site, the 404 page of each language, what search engines and feed readers look for, and the
 * browser files of the live releases.
 */
export async function exportSite(site: FastifyInstance, folder: string, settings: Settings): Promise<ExportResult> {
  await rm(folder, { recursive: true, force: true });
  const paths = ['/', ...(await pagePaths(site))];
  const pages = await Promise.all(paths.map((path) => exportAnswer(site, folder, path, pageFile(path), 200)));
  const missing = languages.map((language) =>
    exportAnswer(site, folder, `/${language}/404`, `${language}/404.html`, 404),
  );
  const found = ['/robots.txt', sitemapPath, ...languages.map(feedPath)];
  await Promise.all([
    ...missing,
    exportAnswer(site, folder, '/404', '404.html', 404),
    ...found.map((path) => exportAnswer(site, folder, path, path, 200)),
  ]);
  await writeFile(join(folder, '_headers'), headersFile(pages));
  await writeFile(join(folder, '_redirects'), redirectsFile(pages, settings.API_ORIGIN));
  const files = await Promise.all(apps.map((app) => exportRelease(new FolderStore(settings.RELEASES), app, folder)));
  return { pages: pages.length, files: files.reduce((sum, count) => sum + count, 0) };
}

const pageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}/index.html`);

async function pagePaths(site: FastifyInstance): Promise<string[]> {
  const paths = languages.map(async (language) => {
    const news = await newsOf(site, language);
    const articles = news.map(({ slug }) => pathOf('article', language, { slug }));
    const others = pageNames.filter((name) => name !== 'article').map((name) => pathOf(name, language));
    return [...others, ...articles];
  });
  return (await Promise.all(paths)).flat();
}

/** Without the news the export would lack pages, and nobody would notice. */
async function newsOf(site: FastifyInstance, language: Language): Promise<NewsList['news']> {
  const answer = await site.inject(`/api/v1/blog/${language}`);
  if (answer.statusCode === 200) return answer.json<NewsList>().news;
  throw new Error(
    `SITE-EXPORT The API answered with status ${answer.statusCode} when asked for the news. Start it first.`,
  );
}

async function exportAnswer(
  site: FastifyInstance,
  folder: string,
  path: string,
  file: string,
  status: number,
): Promise<ExportedPage> {
  const answer = await site.inject(path);
  if (answer.statusCode !== status) {
    throw new Error(`SITE-EXPORT ${path} was answered with status ${answer.statusCode} instead of ${status}.`);
  }
  await write(join(folder, file), answer.payload);
  return { path, policy: String(answer.headers['content-security-policy'] ?? '') };
}

async function exportRelease(store: FolderStore, app: string, folder: string): Promise<number> {
  const pointer = await store.pointer(app);
  if (!pointer) return 0;
  const manifest = await store.manifest(app, pointer.version);
  const files = [...addressesOf(manifest)];
  for (const [file, address] of files) {
    await write(join(folder, address), await store.file(app, pointer.version, file));
  }
  return files.length;
}

/** The browser files of a release and where they are asked for. Hosts compress by themselves: the compressed twins stay behind. */
function addressesOf({ files, publicPath }: ReleaseManifest): ReadonlyMap<string, string> {
  // A remote's files may be on an origin of their own.
  const folders = { 'public/': '/', ...(publicPath.startsWith('/') && { 'web/': publicPath }) };
  const addresses = Object.entries(folders).flatMap(([folder, address]) =>
    Object.keys(files)
      .filter((file) => file.startsWith(folder) && !/\.(br|gz)$/.test(file))
      .map((file) => [file, address + file.slice(folder.length)] as const),
  );
  return new Map(addresses);
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
