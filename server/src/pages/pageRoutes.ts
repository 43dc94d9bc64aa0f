import { setTimeout as delay } from 'node:timers/promises';
import { isCrossSite } from '@site/http/csrf.ts';
import { isHttpsOrigin, strictTransport } from '@site/http/secureHeaders.ts';
import type { ReleaseSet } from '@site/releases/Release.ts';
import { matchPath, type PageUrl, pathOfRoute } from '@site/shared/routes/path.ts';
import { suggestPage } from '@site/shared/routes/suggestPage.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serverLimits } from '../limits.ts';
import { RefusedError } from '../operations/overload.ts';
import type { SiteParts } from '../SiteParts.ts';
import { answerForm } from './answerForm.ts';
import { type CachedPage, recompressWhenIdle, sendPage, toPage } from './CachedPage.ts';
import { type PageMemory, pageUrlOf } from './cacheMiddleware.ts';
import { failingRemoteAt } from './failingRemoteAt.ts';
import { noStore, retryAfter } from './headers.ts';
import { isStale } from './LastGoodPages.ts';
import { singleFlight } from './PageCache.ts';
import { rootDocument } from './plainDocuments.ts';
import { readPreviewMode, withPreview } from './previewMode.ts';
import { type PageOutcome, type RenderedPage, renderPage } from './renderPage.ts';
import type { PageRequest } from './renderView.ts';
import { languageOf } from './urls.ts';

/** Where a page is cached. */
interface CachePlace {
  readonly key: string;
  /** The state of the site. */
  readonly now: string;
}

/** Serves the page at `/`, every page of the route table, and the 404 page everywhere else. */
export function pageRoutes(
  server: FastifyInstance,
  parts: SiteParts,
  { cache, state, routes, lastGood }: PageMemory,
): void {
  const renderOnce = singleFlight<PageOutcome>();

  server.get('/', async (request, reply) => {
    const now = await state.check();
    const cached = getCached('/', now);
    if (cached) return sendPage(request, reply, cached);
    const origin = parts.origin();
    const headers = isHttpsOrigin(origin) ? strictTransport : {};
    const page = toPage(rootDocument(parts.releases.current().shell, origin), 200, headers);
    cache.set('/', { page, state: now });
    return sendPage(request, reply, page);
  });

  server.get('/*', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const query = request.url.slice(path.length);
    if (path.endsWith('/') && matchPath(routes(), path.slice(0, -1)))
      return reply.redirect(path.slice(0, -1) + query, 301);
    const mode = await readPreviewMode(query, parts);
    if (mode) {
      parts.metrics.pageCache.inc({ result: 'bypass' });
      // The previewed version may have other pages.
      const { routes: previewed } = withPreview(await parts.releases.settled(), mode);
      return send(request, reply, await renderPage(requestOf(request, previewed), parts, { mode }));
    }
    const now = await state.check();
    const asked = requestOf(request, routes());
    const key = cacheKeyOf(asked, parts.releases.current());
    const cached = getCached(key, now);
    if (cached) return sendPage(request, reply, cached);
    return await renderAndSend(request, reply, asked, { key, now });
  });

  server.post('/*', async (request, reply) => {
    if (isCrossSite(request.headers, request.host, parts.settings.SITE_ORIGIN)) {
      const text = 'SITE-CROSS-SITE This form was posted from another site.';
      return parts.sendFailurePage(request, reply, { status: 403, text, kind: 'request' });
    }
    parts.metrics.pageCache.inc({ result: 'bypass' });
    const form = typeof request.body === 'string' ? request.body : '';
    reply.headers(noStore);
    return send(request, reply, await answerForm(requestOf(request, routes()), form, parts));
  });

  /** Sends a page that is not in the cache; while it fails, its last good version. */
  async function renderAndSend(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: PageRequest,
    place: CachePlace,
  ): Promise<FastifyReply> {
    const { key, now } = place;
    const outcome = await renderInTime(`${now} ${key}`, asked);
    const isOwnPage = key === asked.address.url;
    const stale = isOwnPage && isFailure(outcome) ? await lastGood.find(key) : undefined;
    if (stale) return sendStale(request, reply, stale, outcome, place);
    if (outcome instanceof Error) throw outcome;
    if (isCacheable(outcome, asked.address)) setCached(key, now, outcome, asked.address);
    return send(request, reply, outcome);
  }

  /** Renders a page once for all who ask for it. What takes too long has failed; an error is returned, not thrown. */
  async function renderInTime(key: string, asked: PageRequest): Promise<PageOutcome | Error> {
    const late: PageOutcome = { kind: 'failed', message: `${asked.address.path} was not ready in time.`, isLate: true };
    const timeout = new AbortController();
    try {
      return await Promise.race([
        renderOnce(key, () => renderPage(asked, parts)),
        delay(serverLimits.pageAnswer, late, { signal: timeout.signal, ref: false }),
      ]);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      timeout.abort();
    }
  }

  /** Sends the last good version of a page that fails, and for a moment everybody gets it from the cache. */
  function sendStale(
    request: FastifyRequest,
    reply: FastifyReply,
    page: CachedPage,
    outcome: PageOutcome | Error,
    { key, now }: CachePlace,
  ): FastifyReply {
    // The failures of releases and of the API are logged where they are found, and refusals are counted.
    if (outcome instanceof RefusedError) parts.metrics.rejections.inc({ reason: outcome.reason });
    else if (outcome instanceof Error) request.log.error(outcome, 'SITE-FAILED The page could not be made.');
    else if (outcome.kind === 'failed') request.log.error(`SITE-RENDER ${outcome.message}`);
    parts.metrics.stalePages.inc();
    cache.set(key, { page, state: now }, serverLimits.stale.retry);
    return sendPage(request, reply, page);
  }

  const requestOf = (request: FastifyRequest, table: RouteTable): PageRequest => ({
    address: pageUrlOf(request.raw, table),
    origin: parts.origin(),
    acceptLanguage: request.headers['accept-language'],
    visitor: { address: request.ip },
  });

  function send(request: FastifyRequest, reply: FastifyReply, outcome: PageOutcome): FastifyReply {
    switch (outcome.kind) {
      case 'page':
        return sendPage(request, reply, outcome.page);
      case 'redirect':
        return reply.redirect(outcome.location, 303);
      case 'method-not-allowed': {
        const text = 'SITE-REQUEST This page takes no forms.';
        const headers = { allow: 'GET, HEAD' };
        return parts.sendFailurePage(request, reply, { status: 405, text, kind: 'request', headers });
      }
      case 'failed':
        return fail(request, reply, outcome.message);
    }
  }

  function fail(request: FastifyRequest, reply: FastifyReply, message: string): FastifyReply {
    const isForm = request.method === 'POST';
    if (!parts.development) request.log.error(`${isForm ? 'SITE-ACTION' : 'SITE-RENDER'} ${message}`);
    const text = isForm
      ? 'SITE-ACTION The form could not be handled just now. Please send it again in a moment.'
      : 'SITE-RENDER The page can’t be shown just now. Please try again in a moment.';
    const kind = isForm ? 'form' : 'page';
    return parts.sendFailurePage(request, reply, { status: 503, text, kind, headers: retryAfter });
  }

  function getCached(key: string, now: string): CachedPage | undefined {
    const cached = cache.get(key, now);
    parts.metrics.pageCache.inc({ result: cached ? 'hit' : 'miss' });
    if (cached && isStale(cached)) parts.metrics.stalePages.inc();
    return cached;
  }

  function setCached(key: string, now: string, { page, isIncomplete }: RenderedPage, address: PageUrl): void {
    // Requests that shared the rendering come here too.
    if (cache.holds(key, page)) return;
    // While the API fails, it is asked again only after a while.
    if (isIncomplete) {
      cache.set(key, { page, state: now }, serverLimits.newsFresh);
      return;
    }
    const good = address.match && !parts.development ? lastGood.keep(address, page) : undefined;
    cache.set(key, { page, state: now, good });
    recompressWhenIdle(page, () => cache.holds(key, page));
  }
}

/** Whether the last good version of the page is better than what the request led to. */
const isFailure = (outcome: PageOutcome | Error): boolean =>
  outcome instanceof Error || outcome.kind === 'failed' || (outcome.kind === 'page' && outcome.isFailure);

/**
 * The key of a page in the cache: its address, also that of a page that isn't known while its remote fails. Unknown addresses share one 404 page per language and suggested page: a robot that tries
 * any number of addresses costs one rendering.
 */
function cacheKeyOf({ address: { url, path, match }, acceptLanguage }: PageRequest, live: ReleaseSet): string {
  if (match || failingRemoteAt(path, live)) return url;
  const language = languageOf(path, acceptLanguage);
  return `404 ${language} ${suggestPage(live.routes, path, language) ?? ''}`;
}

/** Whether a page may be cached. Only the canonical spelling of an address is: there are any number of others. */
function isCacheable(outcome: PageOutcome, { path, match }: PageUrl): outcome is RenderedPage {
  if (outcome.kind !== 'page') return false;
  if (!match) return outcome.page.status === 404 && !outcome.isFailure;
  return outcome.page.status === 200 && pathOfRoute(match.route, match.language, match.params) === path;
}
