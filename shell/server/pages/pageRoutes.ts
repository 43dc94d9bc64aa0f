import { isCrossSite } from '@site/api';
import { matchPath } from '@site/shared/routes/match.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteParts } from '../SiteParts.ts';
import type { Settings } from '../settings.ts';
import { pageDocument } from './document.ts';
import { inlineScriptsOf } from './inlineScripts.ts';
import { type CachedPage, PageCache, toPage } from './PageCache.ts';
import { type PageMode, readMode, withPreview } from './pageMode.ts';
import { type PageRequest, renderPage } from './renderPage.ts';
import { rootDocument } from './rootDocument.ts';
import { sendPage } from './sendPage.ts';
import { siteOrigin } from './siteOrigin.ts';
import { styleSheetsOf } from './styleSheets.ts';

/** Serves the page at `/`, every page of the route table, and the 404 page everywhere else. */
export function pageRoutes(server: FastifyInstance, parts: SiteParts): void {
  const cache = new PageCache();

  server.get('/', async (request, reply) => {
    const { shell } = parts.releases.current();
    const sheets = ['.', './root', './fonts'].flatMap((module) => styleSheetsOf(shell, module));
    const document = rootDocument(inlineScriptsOf(shell), sheets, siteOrigin(request, parts.settings));
    return sendPage(request, reply, toPage(document, 200, ''));
  });

  server.get('/*', async (request, reply) => {
    const { path, query } = addressOf(request);
    if (path.endsWith('/') && matchPath(path.slice(0, -1))) return reply.redirect(path.slice(0, -1) + query, 301);
    if (query !== '')
      return await answer(request, reply, requestOf(request, parts.settings), await readMode(query, parts.releases));
    const asked = requestOf(request, parts.settings);
    const key = asked.origin + path;
    const state = await stateOf(parts);
    const known = cache.get(key, state);
    if (known) return sendPage(request, reply, known);
    return await answer(request, reply, asked, undefined, (page) => cache.set(key, { ...page, state }));
  });

  server.post('/*', async (request, reply) => {
    if (isCrossSite(request.headers, request.host, parts.settings.SITE_ORIGIN)) {
      return reply.code(403).type('text/plain').send('SITE-CROSS-SITE This form was posted from another site.');
    }
    const form = typeof request.body === 'string' ? request.body : '';
    reply.header('cache-control', 'no-store');
    return await answer(request, reply, { ...requestOf(request, parts.settings), form }, undefined);
  });

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: PageRequest,
    mode: PageMode | undefined,
    keep?: (page: CachedPage) => void,
  ): Promise<FastifyReply> {
    const live = parts.releases.current();
    const { shell } = live;
    const outcome = await renderPage(asked, { ...parts, releases: withPreview(live, mode) });
    if (outcome.kind === 'redirect') return reply.redirect(outcome.location, 303);
    if (outcome.kind === 'method-not-allowed') return reply.code(405).header('allow', 'GET, HEAD').send();
    if (outcome.kind === 'failed') return reply.code(503).header('retry-after', retrySeconds).send();
    const { status, remotes } = outcome;
    const document = pageDocument(outcome.parts, { shell, remotes, inline: inlineScriptsOf(shell), mode });
    const page = toPage(document, status, '');
    if (mode) reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    if (status === 503) reply.header('retry-after', retrySeconds);
    if (status === 200) keep?.(page);
    return sendPage(request, reply, page);
  }
}

const retrySeconds = 5;

/** What rendered pages depend on besides their address. */
const stateOf = async ({ releases, api, health }: SiteParts): Promise<string> =>
  `${releases.current().signature} ${await api.newsState()} ${health.state}`;

function addressOf({ url }: FastifyRequest): { path: string; query: string } {
  const start = url.indexOf('?');
  return start < 0 ? { path: url, query: '' } : { path: url.slice(0, start), query: url.slice(start) };
}

function requestOf(request: FastifyRequest, settings: Settings): PageRequest {
  return {
    url: request.url,
    origin: siteOrigin(request, settings),
    acceptLanguage: request.headers['accept-language'],
    visitor: { address: request.ip },
  };
}
