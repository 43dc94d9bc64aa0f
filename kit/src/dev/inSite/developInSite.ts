import { createReadStream, existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Settings } from '@site/server/settings.ts';
import { ownPath } from './document.ts';
import { siteWithRemote } from './siteWithRemote.ts';
import { watchRemote } from './watchRemote.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Shows a running site with one remote taken from the sources here. After a change the page loads again.
 *
 * @param site origin of the site
 */
export async function developInSite(name: string, site: string, { PORT, HOST }: Settings): Promise<void> {
  const publicPath = `${ownPath}${name}/`;
  const open = new Set<ServerResponse>();
  const { files, stop } = await watchRemote(name, publicPath, () => {
    for (const page of open) page.write('data: changed\n\n');
  });
  const answerFromSite = siteWithRemote(site, { name, entry: `${publicPath}remote.js` });
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
