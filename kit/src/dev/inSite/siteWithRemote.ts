import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { languageOfPath } from '@site/shared/i18n/detect.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import { pages } from '@site/shared/routes/table.ts';
import { askSite, sendOn } from '../forward.ts';
import { type LocalRemote, waitingForPage, withLocalRemote } from './document.ts';

/**
 * Answers as the site does, with one of its remotes taken from here. The site's server renders the released version
 * of the remote: for pages of the remote the browser gets the site's 404 page instead, and goes on to the page from there.
 */
export function siteWithRemote(site: string, remote: LocalRemote): RequestListener {
  return async (request, response) => {
    try {
      await answer(site, remote, request, response);
    } catch (error) {
      // The browser may have turned away in the middle of an answer.
      if (response.headersSent) return void response.destroy();
      console.error(`${site} could not be asked: ${error instanceof Error ? error.message : String(error)}`);
      response.writeHead(502, { 'content-type': 'text/plain' }).end(`${site} could not be asked.`);
    }
  };
}

async function answer(
  site: string,
  remote: LocalRemote,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', site);
  if (request.method !== 'GET' || searchParams.has('preview')) {
    return await sendOn(site, await askSite(site, request), response);
  }
  const match = matchPath(pathname);
  if (match && pages[match.page].remote === remote.name) {
    const empty = await askSite(site, request, `/${languageOfPath(pathname) ?? 'en'}/_in-site`);
    const found = new Response(empty.body, { status: 200, headers: empty.headers });
    return await sendOn(site, found, response, waitingForPage(withLocalRemote(await empty.text(), remote)));
  }
  const page = await askSite(site, request);
  if (!page.headers.get('content-type')?.startsWith('text/html')) return await sendOn(site, page, response);
  return await sendOn(site, page, response, withLocalRemote(await page.text(), remote));
}
