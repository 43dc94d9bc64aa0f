import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { MultiCompiler } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { originAt } from '@site/server/pages/siteOrigin.ts';
import type { Events } from './Events.ts';
import { forwardRequest, sendResponse } from './forward.ts';
import { asFragmentPage } from './fragments.ts';
import { type InsideSite, waitingSheet } from './inside/InsideSite.ts';
import { developmentPrefix, waitingPage, withClient } from './pages.ts';
import type { BrowserError } from './problems/pageProblems.ts';

/** Options of the server. */
interface HotReloadOptions {
  /** Where the compiled files are served. */
  readonly assetPaths: readonly string[];
  readonly events: Events;
  readonly onBrowserError: (error: BrowserError) => void;
  /**
   * Called with the path of every other request. Returns the site's origin once it runs everything that was saved so far;
   * undefined when there is no site.
   */
  readonly siteFor: (path: string) => Promise<string | undefined>;
  /** Number of the last build. */
  readonly revision: () => number;
  /** The running site that the developed remotes are shown in, if there is one. */
  readonly inside: InsideSite | undefined;
  /** The style sheet of every page: it shows the places of fragments that are missing. */
  readonly sheet: string;
}

/** Where the server listens. */
export interface Address {
  readonly PORT: number;
  readonly HOST: string;
}

/** The server that the developer's browser talks to. */
export interface HotReloadServer {
  readonly origin: string;
  stop(): Promise<void>;
}

const socketPath = '/_hot';

/** Fails if the port is busy: the library that listens later would end the process with a stack trace. */
export async function assertFree({ PORT, HOST }: Address): Promise<void> {
  const probe = createServer();
  await once(probe.listen(PORT, HOST), 'listening');
  await promisify(probe.close.bind(probe))();
}

/** Serves the compiled browser files, tells open pages of every change, and forwards other requests to the site. */
export async function serveWithHotReload(
  compiler: MultiCompiler,
  { PORT, HOST }: Address,
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
          const path = pathIn(request);
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

/** Serves only the problems, when there is nothing else to serve. */
export async function serveProblems({ PORT, HOST }: Address, events: Events): Promise<HotReloadServer> {
  const options: AnswerOptions = {
    events,
    onBrowserError: () => {},
    siteFor: async () => undefined,
    revision: () => 0,
    inside: undefined,
    sheet: '',
  };
  const server = createHttpServer((request, response) => void answer(pathIn(request), request, response, options));
  await once(server.listen(PORT, HOST), 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: originAt(HOST, (server.address() as AddressInfo).port), stop };
}

const pathIn = ({ url }: IncomingMessage): string => url?.split('?')[0] ?? '/';

type AnswerOptions = Omit<HotReloadOptions, 'assetPaths'>;

async function answer(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  options: AnswerOptions,
): Promise<void> {
  if (path === `${developmentPrefix}events`) return options.events.listen(response);
  if (path === `${developmentPrefix}client.mjs`) return sendClient(response);
  if (path === `${developmentPrefix}fragments.css`) return send(response, 200, 'text/css', options.sheet);
  if (path === `${developmentPrefix}waiting.css`) return send(response, 200, 'text/css', waitingSheet);
  if (path === `${developmentPrefix}errors`) {
    options.onBrowserError((await json(request)) as BrowserError);
    return void response.writeHead(204).end();
  }
  try {
    const forwarding = () => forwardToSite(path, request, response, options);
    // The site server may have been replaced during the request.
    await forwarding().catch((error) => (canRetry(request, response) ? forwarding() : Promise.reject(error)));
  } catch (error) {
    // The browser may have closed the connection.
    if (response.headersSent || response.destroyed) return void response.destroy();
    const { cause } = error instanceof Error ? error : {};
    console.error(cause instanceof Error ? `${path} can’t be answered: ${cause.message}` : error);
    sendHtml(response, 503, waitingPage);
  }
}

const canRetry = ({ method }: IncomingMessage, { headersSent, destroyed }: ServerResponse): boolean =>
  method === 'GET' && !headersSent && !destroyed;

async function forwardToSite(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { siteFor, revision, inside }: AnswerOptions,
): Promise<void> {
  if (inside?.isForLiveSite(path, request)) return await inside.forward(request, response);
  const site = await siteFor(path);
  if (site === undefined) return sendHtml(response, 503, waitingPage);
  const emptyPath = inside?.documentPath(path);
  const fromSite = await forwardRequest(site, request, emptyPath);
  if (fromSite.status === 404 && inside?.isFileOfLiveSite(path)) return await inside.forward(request, response);
  if (!fromSite.headers.get('content-type')?.startsWith('text/html'))
    return await sendResponse(site, fromSite, response);
  const headers = new Headers(fromSite.headers);
  headers.set('cache-control', 'no-store');
  const rendered = await fromSite.text();
  const alone = asFragmentPage(path, rendered);
  const isShown = emptyPath !== undefined || alone !== undefined;
  const head = new Response(null, { status: isShown ? 200 : fromSite.status, headers });
  const html = alone ?? rendered;
  const document = inside?.withContainers(html, emptyPath !== undefined) ?? html;
  await sendResponse(site, head, response, withClient(document, revision()));
}

function sendClient(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
  createReadStream(join(import.meta.dirname, 'client.mjs')).pipe(response);
}

const sendHtml = (response: ServerResponse, status: number, html: string): void =>
  send(response, status, 'text/html; charset=utf-8', html);

function send(response: ServerResponse, status: number, type: string, content: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(content);
}
