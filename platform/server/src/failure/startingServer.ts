import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { OpenConnections } from '@site/node/openConnections.ts';
import { accepts } from '@site/node/preferences.ts';
import { probePaths } from '@site/node/probes.ts';
import { newRequestId, requestIdName } from '@site/node/requestId.ts';
import { isHttpsOrigin, secureHeaders } from '@site/node/secureHeaders.ts';
import { connectionOptions } from '@site/node/secureServer.ts';
import { notHere } from '@site/renderer/outcome/outcome.ts';
import { noStore, retryAfter } from '../pages/headers.ts';
import { languageOf } from '../pages/urls.ts';
import { filePaths, lineOf } from './failureAnswers.ts';
import { outagePage, outagePolicy } from './outagePage.ts';

/** Options of the site's HTTP server. GET requests have no body; skip creating a stream for one. */
const serverOptions = { ...connectionOptions, optimizeEmptyRequests: true };

/** An HTTP server that can listen before there is anything to serve. */
export interface StartingServer {
  readonly server: Server;
  /** Its connections, counted from the first one on. They serve the site once it has started. */
  readonly connections: OpenConnections;
}

/**
 * Makes a server that answers at once: until the site has started, with a page that asks visitors to come back. Otherwise a
 * first start, which may have to copy all releases from far away, would look like a server that is gone. A proxy in front asks
 * the next server instead (`notHere`).
 */
export function startingServer(siteOrigin: string | undefined): StartingServer {
  const connections = new OpenConnections(serverOptions);
  const isHttps = isHttpsOrigin(siteOrigin);
  const server = connections.serve((request, response) => answerStarting(request, response, isHttps));
  return { server, connections };
}

function answerStarting(
  { url = '/', method, headers }: IncomingMessage,
  response: ServerResponse,
  isHttps: boolean,
): void {
  const path = url.split('?')[0] ?? '/';
  const send = (status: number, type: string, body: string, policy?: string) =>
    response
      .writeHead(status, {
        ...secureHeaders(isHttps),
        ...noStore,
        [requestIdName]: newRequestId(),
        ...(status !== 200 && retryAfter),
        ...(policy && { 'content-security-policy': policy }),
        'content-type': `${type}; charset=utf-8`,
        // The body of a form is not read.
        connection: 'close',
      })
      .end(method === 'HEAD' ? undefined : body);
  if (path === probePaths.alive) return void send(200, 'application/json', JSON.stringify({ alive: true }));
  if (path === probePaths.ready) {
    const wrong = { starting: 'The releases are being copied from the store.' };
    return void send(503, 'application/json', JSON.stringify({ ready: false, wrong }));
  }
  const page = method === 'POST' ? 'form' : 'page';
  if (!takesPage(headers.accept) || filePaths.test(path)) {
    const text = 'SITE-STARTING The site is starting. Please come back in a moment.';
    return void send(notHere, 'text/plain', lineOf({ text, page, code: 'SITE-STARTING', path }));
  }
  send(notHere, 'text/html', outagePage(page, languageOf(path, headers['accept-language'])), outagePolicy);
}

/** Whether a client accepts a page. Search engines accept anything: they must not take a line of text for the page. */
const takesPage = (accept = '*/*'): boolean => ['text/html', 'text/*', '*/*'].some((type) => accepts(accept, type));
