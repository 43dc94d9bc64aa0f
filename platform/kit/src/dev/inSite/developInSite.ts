import { createReadStream, existsSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { rspack } from '@rspack/core';
import { inEachLanguage } from '@site/shared/i18n/languages.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { bundlesOf } from '../../build/bundles/bundlesOf.ts';
import { cacheOf } from '../../build/bundles/cache.ts';
import { root } from '../../build/bundles/project.ts';
import { declaredPages } from '../../build/declaredPages.ts';
import { type LocalRemote, ownPath, siteWithRemote } from './siteWithRemote.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Where the development server listens. */
interface Address {
  readonly PORT: number;
  readonly HOST: string;
}

/**
 * Shows a running site with one remote from the local sources. After a change, the page reloads.
 *
 * @param site origin of the site
 */
export async function developInSite(name: string, site: string, { PORT, HOST }: Address): Promise<void> {
  const publicPath = `${ownPath}${name}/`;
  const open = new Set<ServerResponse>();
  const { files, stop } = await watchRemote(name, publicPath, () => {
    for (const page of open) page.write('data: changed\n\n');
  });
  const answerFromSite = siteWithRemote(site, { name, entry: `${publicPath}remote.js`, pages: await localPages(name) });
  const server = createServer((request, response) => {
    const pathname = URL.parse(request.url ?? '/', site)?.pathname ?? '/';
    if (pathname === `${ownPath}changes`) listen(response);
    else if (pathname.startsWith(publicPath)) sendFile(join(files, pathname.slice(publicPath.length)), response);
    else if (pathname.startsWith(ownPath))
      sendFile(join(import.meta.dirname, 'client', pathname.slice(ownPath.length)), response);
    else answerFromSite(request, response);
  });
  const listen = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write('\n');
    open.add(response);
    response.once('close', () => open.delete(response));
  };
  const end = () => {
    for (const page of open) page.end();
    server.close(() => void stop().then(() => process.exit(0)));
    server.closeAllConnections();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  server.listen(PORT, HOST, () => console.log(`ready ${originOf(server.address(), HOST)}`));
}

/** The pages of the local remote. Pages that are added later appear after a restart. */
async function localPages(name: string): Promise<LocalRemote['pages']> {
  const proposal = { remote: name, pages: await declaredPages(name, join(folder, name)) };
  const own = inEachLanguage((language) => proposal.pages.map(({ paths }) => paths[language]));
  const policy = { ...openPolicy, claims: { [name]: own } };
  return composeTable(policy, [proposal]).routes.pages;
}

const originOf = (address: ReturnType<ReturnType<typeof createServer>['address']>, host: string): string =>
  `http://${host}:${typeof address === 'object' ? address?.port : ''}`;

function sendFile(file: string, response: ServerResponse): void {
  const type = types[extname(file)];
  if (!type || !existsSync(file)) response.writeHead(404).end();
  else {
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    createReadStream(file).pipe(response);
  }
}

const folder = join(root, '.cache/in-site');

/** The browser files of a remote, compiled after each change. */
interface WatchedRemote {
  /** Folder of the compiled files. */
  readonly files: string;
  readonly stop: () => Promise<unknown>;
}

/**
 * Watches a remote and compiles it for production, because the site's shell is a production build.
 *
 * @param onBuilt called after each successful build; errors go to standard error
 */
async function watchRemote(name: string, publicPath: string, onBuilt: () => void): Promise<WatchedRemote> {
  rmSync(join(folder, name), { recursive: true, force: true });
  const { browser } = await bundlesOf(name, { mode: 'production', publicPath, folder });
  const compiler = rspack({ ...browser, cache: cacheOf(`${name}-in-site`) });
  const { promise: firstBuild, resolve } = Promise.withResolvers<void>();
  compiler.watch({ aggregateTimeout: 20 }, (error, stats) => {
    if (error || stats?.hasErrors()) console.error(error ?? stats?.toString({ preset: 'errors-only' }));
    else onBuilt();
    resolve();
  });
  await firstBuild;
  return { files: join(folder, name, 'web'), stop: () => new Promise((done) => compiler.close(done)) };
}
