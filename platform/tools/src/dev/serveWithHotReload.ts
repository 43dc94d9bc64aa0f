import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { MultiCompiler } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { forwardRequest, sendResponse } from '@site/kit/dev/forward.ts';
import { originAt } from '@site/server/pages/siteOrigin.ts';
import type { Settings } from '@site/server/settings.ts';
import type { Events } from './Events.ts';
import { developmentPrefix, waitingPage, withClient } from './pages.ts';
import type { BrowserError } from './problems/pageProblems.ts';

/** Options of the server. */
interface HotReloadOptions {
  /** Where the compiled files are served. */
  readonly assetPaths: readonly string[];
  readonly events: Events;
  readonly onBrowserError: (error: BrowserError) => void;
  /** The development server's own page at a path, if there is one. */
  readonly ownPage: (path: string) => string | undefined;
  /**
   * Called with the path of every other request. Returns the site's origin once it runs everything that was saved so far;
   * undefined when there is no site.
   */
  readonly siteFor: (path: string) => Promise<string | undefined>;
  /** Number of the last build. */
  readonly revision: () => number;
}

/** The server that the developer's browser talks to. */
export interface HotReloadServer {
  readonly origin: string;
  stop(): Promise<void>;
}

const socketPath = '/_hot';

/** Serves the compiled browser files, tells open pages of every change, and forwards other requests to the site. */
export async function serveWithHotReload(
  compiler: MultiCompiler,
  { PORT, HOST }: Settings,
  options: HotReloadOptions,
): Promise<HotReloadServer> {
  const ownPaths = [...options.assetPaths, socketPath];
  const server = new RspackDevServer(
    {
      host: HOST,
      port: PORT,
      hot: true,
      liveReload: false,
      static: false,
      // Our own overlay shows more than compile errors. 0.0.0.0 and port 0 stand for the host and port in the browser's
      // address bar.
      client: { overlay: false, logging: 'none', webSocketURL: { hostname: '0.0.0.0', port: 0, pathname: socketPath } },
      webSocketServer: { type: 'ws', options: { path: socketPath } },
      devMiddleware: { writeToDisk: true, stats: 'none', index: false },
      setupMiddlewares: (middlewares) => [
        (request: IncomingMessage, response: ServerResponse, next: () => void) => {
          const path = request.url?.split('?')[0] ?? '/';
          if (ownPaths.some((prefix) => path.startsWith(prefix))) return next();
          void answer(path, request, response, options);
        },
        ...middlewares,
      ],
    },
    compiler,
  );
  await server.start();
  const address = server.server?.address() as AddressInfo | undefined;
  return { origin: originAt(HOST, address?.port ?? PORT), stop: () => server.stop() };
}

async function answer(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  options: HotReloadOptions,
): Promise<void> {
  const ownPage = options.ownPage(path);
  if (path === `${developmentPrefix}events`) return options.events.listen(response);
  if (path === `${developmentPrefix}client.mjs`) return sendClient(response);
  if (path === `${developmentPrefix}errors`) {
    options.onBrowserError((await json(request)) as BrowserError);
    return void response.writeHead(204).end();
  }
  if (ownPage !== undefined) return sendHtml(response, 200, ownPage);
  try {
    const forwarding = () => forwardToSite(path, request, response, options);
    // The site server may have been replaced during the request.
    await forwarding().catch((error) => (canRetry(request, response) ? forwarding() : Promise.reject(error)));
  } catch (error) {
    // The browser may have closed the connection.
    if (response.headersSent || response.destroyed) return void response.destroy();
    console.error(error);
    sendHtml(response, 503, waitingPage);
  }
}

const canRetry = ({ method }: IncomingMessage, { headersSent, destroyed }: ServerResponse): boolean =>
  method === 'GET' && !headersSent && !destroyed;

async function forwardToSite(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { siteFor, revision }: HotReloadOptions,
): Promise<void> {
  const site = await siteFor(path);
  if (site === undefined) sendHtml(response, 503, waitingPage);
  else await forward(site, request, response, revision());
}

async function forward(
  site: string,
  request: IncomingMessage,
  response: ServerResponse,
  revision: number,
): Promise<void> {
  const fromSite = await forwardRequest(site, request);
  if (!fromSite.headers.get('content-type')?.startsWith('text/html'))
    return await sendResponse(site, fromSite, response);
  const headers = new Headers(fromSite.headers);
  headers.set('cache-control', 'no-store');
  const head = new Response(null, { status: fromSite.status, headers });
  await sendResponse(site, head, response, withClient(await fromSite.text(), revision));
}

function sendClient(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
  createReadStream(join(import.meta.dirname, 'client.mjs')).pipe(response);
}

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
}
