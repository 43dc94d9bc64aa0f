import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { scriptJson } from '@site/shared/html.ts';
import { languageOfPath } from '@site/shared/i18n/detect.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import type { PageRoute } from '@site/shared/routes/table.ts';
import { type Boot, bootElementId } from '@site/shell/entry/boot.ts';
import { forwardRequest, sendResponse } from '../forward.ts';

/**
 * Forwards requests to the site, and replaces one of its remotes with the local one. The site's server would render the
 * released version of the remote's pages: for those, the browser gets an empty document and renders the page itself.
 */
export function siteWithRemote(site: string, remote: LocalRemote): RequestListener {
  return async (request, response) => {
    try {
      await answer(site, remote, request, response);
    } catch (error) {
      // The browser may have closed the connection.
      if (response.headersSent) return void response.destroy();
      console.error(`${site} can’t be reached: ${error instanceof Error ? error.message : String(error)}`);
      response.writeHead(502, { 'content-type': 'text/plain' }).end(`${site} can’t be reached.`);
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
    return await sendResponse(site, await forwardRequest(site, request), response);
  }
  if (matchPath(remote, pathname)) {
    const empty = await forwardRequest(site, request, `/${languageOfPath(pathname) ?? fallbackLanguage}/_in-site`);
    const found = new Response(empty.body, { status: 200, headers: empty.headers });
    const page = withLocalRemote(await empty.text(), remote, { url: ownPath });
    return await sendResponse(site, found, response, waitingForPage(page));
  }
  const page = await forwardRequest(site, request);
  if (!page.headers.get('content-type')?.startsWith('text/html')) return await sendResponse(site, page, response);
  return await sendResponse(site, page, response, withLocalRemote(await page.text(), remote));
}

/** The path of the development server's own files. */
export const ownPath = '/_in-site/';

/** The local remote's entry in the registry of a page. */
export interface LocalRemote {
  readonly name: string;
  /** Address of its container. */
  readonly entry: string;
  /** Its own pages. */
  readonly pages: Readonly<Record<string, PageRoute>>;
}

const bootPattern = new RegExp(`(<script type="application/json" id="${bootElementId}">)(.*?)(</script>)`, 's');

const reloader = `<script type="module" src="${ownPath}reload.mjs"></script>`;

/**
 * Makes a document of the site load the local remote. The import map stays as it is: addresses that it doesn't list have
 * no integrity.
 *
 * @param changed what the request of the document becomes. One that isn't the page of its address makes the browser navigate there
 */
function withLocalRemote(
  html: string,
  { name, entry, pages }: LocalRemote,
  changed: Partial<Boot['request']> = {},
): string {
  const local = html.replace(bootPattern, (_, start: string, boot: string, end: string) => {
    const { request, registry, routes, ...rest } = JSON.parse(boot) as Boot;
    const data = {
      ...rest,
      request: { ...request, ...changed },
      registry: { ...registry, [name]: { release: 'local', entry } },
      routes: { ...routes, pages: { ...withoutRemote(routes.pages, name), ...pages } },
    };
    return `${start}${scriptJson(data)}${end}`;
  });
  return local.replace('</body>', `${reloader}</body>`);
}

const withoutRemote = (pages: LocalRemote['pages'], name: string): LocalRemote['pages'] =>
  Object.fromEntries(Object.entries(pages).filter(([, { remote }]) => remote !== name));

/** Hides the empty document until the browser has rendered the page. */
const waitingForPage = (html: string): string =>
  html.replace('</head>', `<link rel="stylesheet" href="${ownPath}waiting.css"></head>`);
