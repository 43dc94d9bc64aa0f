import { isCrossSite, isHttpsOrigin, strictTransport } from '@site/api';
import { matchPath, type PageMatch } from '@site/shared/routes/match.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteParts } from '../SiteParts.ts';
import { type CachedPage, toPage } from './CachedPage.ts';
import { compactLater } from './compactLater.ts';
import { inlineScriptsOf } from './inlineScripts.ts';
import { type MadePage, makePage, noStore, retryAfter } from './makePage.ts';
import type { PageMemory } from './memoryFirst.ts';
import { readMode } from './pageMode.ts';
import type { PageRequest } from './renderPage.ts';
import { rootDocument } from './rootDocument.ts';
import { sendPage } from './sendPage.ts';
import { singleFlight } from './singleFlight.ts';
import { styleSheetsOf } from './styleSheets.ts';

/** Serves the page at `/`, every page of the route table, and the 404 page everywhere else. */
export function pageRoutes(server: FastifyInstance, parts: SiteParts, { cache, state }: PageMemory): void {
  const makeOnce = singleFlight<MadePage>();

  server.get('/', async (request, reply) => {
    const now = await state.look();
    const known = cache.get('/', now);
    parts.metrics.pageCache.inc({ result: known ? 'hit' : 'miss' });
    if (known) return sendPage(request, reply, known);
    const { shell } = parts.releases.current();
    const sheets = ['.', './root', './fonts'].flatMap((module) => styleSheetsOf(shell, module));
    const origin = parts.origin();
    const headers = isHttpsOrigin(origin) ? strictTransport : {};
    const page = toPage(rootDocument(inlineScriptsOf(shell), sheets, origin), 200, headers);
    cache.set('/', now, page);
    return sendPage(request, reply, page);
  });

  server.get('/*', async (request, reply) => {
    const { path, query } = addressOf(request);
    if (path.endsWith('/') && matchPath(path.slice(0, -1))) return reply.redirect(path.slice(0, -1) + query, 301);
    if (query !== '') {
      const mode = await readMode(query, parts.releases);
      return send(request, reply, await makePage(requestOf(request, parts.origin()), parts, { mode }));
    }
    const asked = requestOf(request, parts.origin());
    const now = await state.look();
    const known = cache.get(path, now);
    parts.metrics.pageCache.inc({ result: known ? 'hit' : 'miss' });
    if (known) return sendPage(request, reply, known);
    const make = () => makePage(asked, parts);
    // What an address of the table shows depends on nothing else in the request: a crowd can share it.
    const match = matchPath(path);
    const made = await (match ? makeOnce(`${now} ${path}`, make) : make());
    if (match && isPlain(path, match) && made.kind === 'page' && made.page.status === 200) keep(path, now, made.page);
    return send(request, reply, made);
  });

  server.post('/*', async (request, reply) => {
    if (isCrossSite(request.headers, request.host, parts.settings.SITE_ORIGIN)) {
      return reply.code(403).type('text/plain').send('SITE-CROSS-SITE This form was posted from another site.');
    }
    const form = typeof request.body === 'string' ? request.body : '';
    reply.headers(noStore);
    return send(
      request,
      reply,
      await makePage({ ...requestOf(request, parts.origin()), form }, parts, { headers: noStore }),
    );
  });

  function keep(path: string, now: string, page: CachedPage): void {
    // A crowd has shared it: the first of them keeps it for all.
    if (cache.holds(path, page)) return;
    cache.set(path, now, page);
    compactLater(page, () => cache.holds(path, page));
  }
}

function send(request: FastifyRequest, reply: FastifyReply, made: MadePage): FastifyReply {
  if (made.kind === 'page') return sendPage(request, reply, made.page);
  if (made.kind === 'redirect') return reply.redirect(made.location, 303);
  if (made.kind === 'method-not-allowed') return reply.code(405).header('allow', 'GET, HEAD').send();
  return reply.code(503).headers(retryAfter).send();
}

/** Whether an address is written as the site itself writes it. In other words it could be kept any number of times. */
const isPlain = (path: string, { page, language, params }: PageMatch): boolean =>
  pathOf(page, language, params) === path;

function addressOf({ url }: FastifyRequest): { path: string; query: string } {
  const start = url.indexOf('?');
  return start < 0 ? { path: url, query: '' } : { path: url.slice(0, start), query: url.slice(start) };
}

function requestOf(request: FastifyRequest, origin: string): PageRequest {
  return {
    url: request.url,
    origin,
    acceptLanguage: request.headers['accept-language'],
    visitor: { address: request.ip },
  };
}
