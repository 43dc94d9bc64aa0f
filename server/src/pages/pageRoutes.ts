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
import type { Shown } from '../rollouts/Rollouts.ts';
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
  /** The address of the page; undefined where there is none. */
  readonly url: string | undefined;
}

/** Serves the page at `/`, every page of the route table, and the 404 page everywhere else. */
export function pageRoutes(server: FastifyInstance, parts: SiteParts, { cache, state, lastGood }: PageMemory): void {
  const { rollouts } = parts;
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
    if (path.endsWith('/') && matchPath(rollouts.shownTo(request.ip).routes, path.slice(0, -1)))
      return reply.redirect(path.slice(0, -1) + query, 301);
    const mode = await readPreviewMode(query, parts);
    if (mode) {
      parts.metrics.pageCache.inc({ result: 'bypass' });
      // The previewed version may have other pages.
      const { routes: previewed } = withPreview(await parts.releases.settled(), mode);
      const asked = requestOf(request, { routes: previewed, candidates: [] });
      return send(request, reply, await renderPage(asked, parts, { mode }));
    }
    const now = await state.check();
    const shown = rollouts.shownTo(request.ip);
    const asked = requestOf(request, shown);
    const url = pageUrlAt(asked, parts.releases.current());
    const key = cacheKeyOf(asked, url, shown.routes);
    if (asked.address.match) rollouts.viewed(asked.address.match.route.remote, asked.candidates);
    const cached = getCached(key, now);
    if (cached) return sendPage(request, reply, cached);
    return await renderAndSend(request, reply, asked, { key, now, url });
  });

  server.post('/*', async (request, reply) => {
    if (isCrossSite(request.headers, request.host, parts.settings.SITE_ORIGIN)) {
      const text = 'SITE-CROSS-SITE This form was posted from another site.';
      return parts.sendFailurePage(request, reply, { status: 403, text, kind: 'request' });
    }
    parts.metrics.pageCache.inc({ result: 'bypass' });
    const form = typeof request.body === 'string' ? request.body : '';
    reply.headers(noStore);
    return send(request, reply, await answerForm(requestOf(request, rollouts.shownTo(request.ip)), form, parts));
  });

  /** Sends a page that is not in the cache; while it fails, its last good version. */
  async function renderAndSend(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: PageRequest,
    place: CachePlace,
  ): Promise<FastifyReply> {
    const { key, now, url } = place;
    const outcome = await renderInTime(`${now} ${key}`, asked);
    const stale = url !== undefined && isFailure(outcome) ? await lastGood.find(url) : undefined;
    if (stale) return sendStale(request, reply, stale, outcome, place);
    if (outcome instanceof Error) throw outcome;
    if (isCacheable(outcome, asked.address)) setCached(place, outcome, asked);
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

  const requestOf = (request: FastifyRequest, shown: Shown): PageRequest => ({
    address: pageUrlOf(request.raw, shown.routes),
    origin: parts.origin(),
    candidates: shown.candidates,
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

  function setCached({ key, now }: CachePlace, { page, isIncomplete }: RenderedPage, asked: PageRequest): void {
    // Requests that shared the rendering come here too.
    if (cache.holds(key, page)) return;
    // While the API fails, it is asked again only after a while.
    if (isIncomplete) {
      cache.set(key, { page, state: now }, serverLimits.newsFresh);
      return;
    }
    // What only some visitors get may still be taken back.
    const isKept = asked.address.match && asked.candidates.length === 0 && !parts.development;
    const good = isKept ? lastGood.keep(asked.address, page) : undefined;
    cache.set(key, { page, state: now, good });
    recompressWhenIdle(page, () => cache.holds(key, page));
  }
}

/** Whether the last good version of the page is better than what the request led to. */
const isFailure = (outcome: PageOutcome | Error): boolean =>
  outcome instanceof Error || outcome.kind === 'failed' || (outcome.kind === 'page' && outcome.isFailure);

/** The address of a page, also of one that isn't known while its remote fails; undefined where there is none. */
const pageUrlAt = ({ address: { url, path, match } }: PageRequest, live: ReleaseSet): string | undefined =>
  match || failingRemoteAt(path, live) ? url : undefined;

/**
 * The key of a page in the cache: its address, and of which remotes its visitors get the version that is about to go live. Unknown addresses
 * share one 404 page per language and suggested page: a robot that tries any number of addresses costs one rendering.
 */
function cacheKeyOf({ address, acceptLanguage, candidates }: PageRequest, url: string | undefined, table: RouteTable) {
  const variant = candidates.map((name) => ` ~${name}`).join('');
  if (url !== undefined) return url + variant;
  const language = languageOf(address.path, acceptLanguage);
  return `404 ${language} ${suggestPage(table, address.path, language) ?? ''}${variant}`;
}

/** Whether a page may be cached. Only the canonical spelling of an address is: there are any number of others. */
function isCacheable(outcome: PageOutcome, { path, match }: PageUrl): outcome is RenderedPage {
  if (outcome.kind !== 'page') return false;
  if (!match) return outcome.page.status === 404 && !outcome.isFailure;
  return outcome.page.status === 200 && pathOfRoute(match.route, match.language, match.params) === path;
}
