import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FolderStore } from '@site/releases';
import type { NewsList } from '@site/shared/contract/news.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { pageNames } from '@site/shared/routes/table.ts';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../shell/server/settings.ts';
import { apps, shell } from '../bundles/apps.ts';
import { root } from '../bundles/folders.ts';
import { type ExportedPage, headersFile, redirectsFile } from './hostFiles.ts';

/** What was written. */
export interface ExportResult {
  readonly pages: number;
  /** Files of the releases. */
  readonly files: number;
}

/** Writes every page of a site, the 404 page of each language, and the browser files of the live releases. */
export async function exportSite(site: FastifyInstance, folder: string, settings: Settings): Promise<ExportResult> {
  await rm(folder, { recursive: true, force: true });
  const paths = ['/', ...(await pagePaths(site))];
  const pages = await Promise.all(paths.map((path) => exportPage(site, folder, path, pageFile(path), 200)));
  const missing = languages.map((language) =>
    exportPage(site, folder, `/${language}/404`, `${language}/404.html`, 404),
  );
  await Promise.all([...missing, exportPage(site, folder, '/404', '404.html', 404)]);
  await cp(join(root, 'shell/public'), folder, { recursive: true });
  await writeFile(join(folder, '_headers'), headersFile(pages));
  await writeFile(join(folder, '_redirects'), redirectsFile(pages, settings.API_ORIGIN));
  const files = await Promise.all(apps.map((app) => exportRelease(new FolderStore(settings.RELEASES), app, folder)));
  return { pages: pages.length, files: files.reduce((sum, count) => sum + count, 0) };
}

const pageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}/index.html`);

async function pagePaths(site: FastifyInstance): Promise<string[]> {
  const paths = languages.map(async (language) => {
    const { news } = (await site.inject(`/api/v1/blog/${language}`)).json<NewsList>();
    const articles = news.map(({ slug }) => pathOf('article', language, { slug }));
    const others = pageNames.filter((name) => name !== 'article').map((name) => pathOf(name, language));
    return [...others, ...articles];
  });
  return (await Promise.all(paths)).flat();
}

async function exportPage(
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
  if (app !== shell && !manifest.publicPath.startsWith('/')) return 0;
  const files = browserFiles(manifest);
  for (const file of files) {
    const content = await store.file(app, pointer.version, `web/${file}`);
    await write(join(folder, manifest.publicPath, file), content);
  }
  return files.length;
}

/** Hosts compress by themselves: the compressed twins stay behind. */
const browserFiles = ({ files }: ReleaseManifest): string[] =>
  Object.keys(files).flatMap((file) =>
    file.startsWith('web/') && !/\.(br|gz)$/.test(file) ? [file.slice('web/'.length)] : [],
  );

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
