import { isCrossSite, isHttpsOrigin, strictTransport } from '@site/api';
import { matchPath } from '@site/shared/routes/match.ts';
import { type PageUrl, readPageUrl } from '@site/shared/routes/pageUrl.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { suggestPage } from '@site/shared/routes/suggestPage.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteParts } from '../SiteParts.ts';
import { type CachedPage, toPage } from './CachedPage.ts';
import { compactLater } from './compactLater.ts';
import { inlineScriptsOf } from './inlineScripts.ts';
import { type MadePage, makePage, noStore, retryAfter } from './makePage.ts';
import type { PageMemory } from './memoryFirst.ts';
import { readMode } from './pageMode.ts';
import { languageOf, type PageRequest } from './renderPage.ts';
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
    const address = readPageUrl(request.url);
    const { path } = address;
    const query = request.url.slice(path.length);
    if (path.endsWith('/') && matchPath(path.slice(0, -1))) return reply.redirect(path.slice(0, -1) + query, 301);
    const asked = requestOf(request, address, parts.origin());
    const mode = await readMode(query, parts.releases);
    if (mode) return send(request, reply, await makePage(asked, parts, { mode }));
    const key = keyOf(address, asked);
    const now = await state.look();
    const known = cache.get(key, now);
    parts.metrics.pageCache.inc({ result: known ? 'hit' : 'miss' });
    if (known) return sendPage(request, reply, known);
    const made = await makeOnce(`${now} ${key}`, () => makePage(asked, parts));
    if (isKept(made, address)) keep(key, now, made.page);
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
      await makePage({ ...requestOf(request, readPageUrl(request.url), parts.origin()), form }, parts, {
        headers: noStore,
      }),
    );
  });

  function keep(key: string, now: string, page: CachedPage): void {
    // A crowd has shared it: the first of them keeps it for all.
    if (cache.holds(key, page)) return;
    cache.set(key, now, page);
    compactLater(page, () => cache.holds(key, page));
  }
}

function send(request: FastifyRequest, reply: FastifyReply, made: MadePage): FastifyReply {
  if (made.kind === 'page') return sendPage(request, reply, made.page);
  if (made.kind === 'redirect') return reply.redirect(made.location, 303);
  if (made.kind === 'method-not-allowed') return reply.code(405).header('allow', 'GET, HEAD').send();
  return reply.code(503).headers(retryAfter).send();
}

/**
 * What the page at an address is kept under. Addresses without a page share one 404 page for each language and each page
 * that it suggests: a robot that tries any number of addresses costs one rendering.
 */
function keyOf({ url, path, match }: PageUrl, asked: PageRequest): string {
  if (match) return url;
  const language = languageOf(asked);
  return `404 ${language} ${suggestPage(path, language) ?? ''}`;
}

/** Whether a page is kept. One whose address is written in another way than the site's own could be kept any number of times. */
function isKept(made: MadePage, { path, match }: PageUrl): made is Extract<MadePage, { kind: 'page' }> {
  if (made.kind !== 'page') return false;
  if (!match) return made.page.status === 404;
  return made.page.status === 200 && pathOf(match.page, match.language, match.params) === path;
}

const requestOf = (request: FastifyRequest, { url }: PageUrl, origin: string): PageRequest => ({
  url,
  origin,
  acceptLanguage: request.headers['accept-language'],
  visitor: { address: request.ip },
});
