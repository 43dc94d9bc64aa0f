import { isCrossSite } from '@site/http/csrf.ts';
import { isHttpsOrigin, strictTransport } from '@site/http/secureHeaders.ts';
import { matchPath, type PageUrl, pathOf, readPageUrl } from '@site/shared/routes/path.ts';
import { suggestPage } from '@site/shared/routes/suggestPage.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../limits.ts';
import type { SiteParts } from '../SiteParts.ts';
import { toPage } from './CachedPage.ts';
import { compactLater } from './compactLater.ts';
import { inlineScriptsOf } from './inlineScripts.ts';
import { type MadePage, makePage, noStore, retryAfter } from './makePage.ts';
import type { PageMemory } from './memoryFirst.ts';
import { readMode } from './pageMode.ts';
import { languageOf, type PageRequest } from './renderPage.ts';
import { rootDocument } from './rootDocument.ts';
import { sendPage } from './sendPage.ts';
import { singleFlight } from './singleFlight.ts';
import { sitePath } from './sitePath.ts';
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
    if (isKept(made, address)) keep(key, now, made);
    return send(request, reply, made);
  });

  server.post('/*', async (request, reply) => {
    if (isCrossSite(request.headers, request.host, parts.settings.SITE_ORIGIN)) {
      const text = 'SITE-CROSS-SITE This form was posted from another site.';
      return parts.answerProblem(request, reply, { status: 403, text, kind: 'request' });
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

  function send(request: FastifyRequest, reply: FastifyReply, made: MadePage): FastifyReply {
    if (made.kind === 'page') return sendPage(request, reply, made.page);
    if (made.kind === 'redirect') return redirect(request, reply, made.location);
    if (made.kind === 'method-not-allowed') {
      const text = 'SITE-REQUEST This page takes no forms.';
      return parts.answerProblem(request, reply, {
        status: 405,
        text,
        kind: 'request',
        headers: { allow: 'GET, HEAD' },
      });
    }
    return fail(request, reply, made.message);
  }

  function redirect(request: FastifyRequest, reply: FastifyReply, location: string): FastifyReply {
    const path = sitePath(location);
    if (path) return reply.redirect(path, 303);
    return fail(
      request,
      reply,
      `An action led to ${JSON.stringify(location.slice(0, 200))}, which is no path of this site.`,
    );
  }

  function fail(request: FastifyRequest, reply: FastifyReply, message: string): FastifyReply {
    const isForm = request.method === 'POST';
    if (!parts.development) request.log.error(`${isForm ? 'SITE-ACTION' : 'SITE-RENDER'} ${message}`);
    const text = isForm
      ? 'SITE-ACTION The form could not be handled just now. Please send it again in a moment.'
      : 'SITE-RENDER The page can’t be shown just now. Please try again in a moment.';
    return parts.answerProblem(request, reply, {
      status: 503,
      text,
      kind: isForm ? 'form' : 'page',
      headers: retryAfter,
    });
  }

  function keep(key: string, now: string, { page, isIncomplete }: KeptPage): void {
    // A crowd has shared it: the first of them keeps it for all.
    if (cache.holds(key, page)) return;
    cache.set(key, now, page);
    // As long as the API fails, it is not asked at every request.
    if (isIncomplete) setTimeout(() => cache.drop(key, page), limits.newsFresh).unref();
    else compactLater(page, () => cache.holds(key, page));
  }
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

type KeptPage = Extract<MadePage, { readonly kind: 'page' }>;

/** Whether a page is kept. One whose address is written in another way than the site's own could be kept any number of times. */
function isKept(made: MadePage, { path, match }: PageUrl): made is KeptPage {
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
