import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { isHttpsOrigin, strictTransport } from '@site/node/secureHeaders.ts';
import type { PreviewMode } from '@site/renderer/documents/previewParts.ts';
import { rootDocument } from '@site/renderer/documents/rootDocument.ts';
import { isShown, type Outcome } from '@site/renderer/outcome/outcome.ts';
import type { PageRequest } from '@site/renderer/views/renderView.ts';
import type { WorkingShell } from '@site/renderer/views/WorkingShell.ts';
import type { Rollouts } from '@site/rollouts/Rollouts.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { feedPath } from '@site/shared/routes/siteFiles.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiBackend } from '../api/ApiBackend.ts';
import type { OfferedCalls } from '../api/OfferedCalls.ts';
import type { Development } from '../development.ts';
import { formRoute } from '../forms/formRoute.ts';
import type { OpenMeans } from '../means.ts';
import type { SiteUsage } from '../operations/SiteUsage.ts';
import type { NewsFeed } from '../seo/newsFeed.ts';
import { sendFeed } from '../seo/sendFeed.ts';
import type { Settings } from '../settings.ts';
import { faultReader } from './boundaryFaults.ts';
import { type CachedPage, sendPage, toPage } from './CachedPage.ts';
import { type CachePlace, placeOf, withoutSlash } from './cacheKeys.ts';
import type { PageMemory } from './cacheMiddleware.ts';
import { canonicalPath, plainPath } from './canonicalPath.ts';
import { isStale } from './LastGoodPages.ts';
import { type AnswerTools, PageAnswers, remoteOf } from './PageAnswers.ts';
import { previewCookie } from './previewCookie.ts';
import { readPreviewMode, withPreview } from './previewMode.ts';
import { type RenderedPage, renderPage } from './renderPage.ts';
import { requestOf } from './requestOf.ts';
import { searchAnswers } from './searchAnswers.ts';
import { sendAnswer } from './sendAnswer.ts';
import { presentPathIn } from './unknownAddresses.ts';

/** What the routes of pages work with. */
export interface PageRoutesOptions extends AnswerTools {
  readonly settings: Pick<Settings, 'SITE_ORIGIN' | 'PREVIEW_SECRET' | 'DATA_DIR' | 'REPORTS' | 'METRICS_TOKEN'>;
  readonly releases: Pick<WorkingShell, 'current' | 'settled' | 'suspect' | 'find' | 'reportFault'>;
  readonly rollouts: Pick<Rollouts, 'shownTo' | 'viewed' | 'renderFailed'>;
  readonly api: Pick<ApiBackend, 'call'>;
  readonly calls: Pick<OfferedCalls, 'add'>;
  readonly feed: NewsFeed;
  readonly means: Pick<OpenMeans, 'feedAt' | 'submit'>;
  /** The origin of absolute addresses. */
  readonly origin: () => string;
  readonly shared: SharedMemory | undefined;
  readonly usage: Pick<SiteUsage, 'answered' | 'rendered'> | undefined;
  /** Where pages are kept. */
  readonly memory: Pick<PageMemory, 'cache' | 'state' | 'lastGood' | 'dictionaries' | 'cdn'>;
  readonly development: Pick<Development, 'onPage' | 'fragmentAt'> | undefined;
}

/** The same, with what answers. */
interface ViewParts extends PageRoutesOptions {
  readonly answers: PageAnswers;
}

/** Serves the page at `/`, every page of the route table, the feeds of the blog, and the 404 page everywhere else. */
export async function pageRoutes(server: FastifyInstance, parts: PageRoutesOptions): Promise<void> {
  const answers = new PageAnswers(parts, parts.memory);
  rootRoute(server, { ...parts, answers });
  await server.register(viewRoute, { ...parts, answers });
  await server.register(formRoute, parts);
}

function rootRoute(
  server: FastifyInstance,
  { answers, memory, origin: originOf, releases }: Pick<ViewParts, 'answers' | 'memory' | 'origin' | 'releases'>,
): void {
  server.get('/', async (request, reply) => {
    const place = { key: '/', now: await memory.state.check() };
    const cached = answers.cached(place);
    if (cached) return sendPage(request, reply, cached);
    const origin = originOf();
    const headers = isHttpsOrigin(origin) ? strictTransport : {};
    const page = toPage(rootDocument(releases.current().shell, origin), 200, headers);
    answers.keep(place, page);
    return sendPage(request, reply, page);
  });
}

async function viewRoute(server: FastifyInstance, parts: ViewParts): Promise<void> {
  const { releases, rollouts, development, answers, usage } = parts;
  const sendSearch = await searchAnswers(server, parts, answers);
  const sendKept = async (request: FastifyRequest, reply: FastifyReply, asked: PageRequest, place: CachePlace) => {
    const viewed = ({ made: { filledBy = [] } }: CachedPage) => {
      for (const remote of filledBy) rollouts.viewed(remote, asked.candidates, request.ip);
    };
    const cached = answers.cached(place);
    if (cached) {
      viewed(cached);
      usage?.answered(remoteOf(asked.address), isStale(cached) ? 'stale' : 'memory');
      request.span?.set({ 'site.cache': isStale(cached) ? 'stale' : 'hit' });
      return sendPage(request, reply, cached);
    }
    const answer = await answers.render(asked, place, request.log);
    if (isShown(answer)) viewed(answer.page);
    usage?.answered(remoteOf(asked.address), howAnswered(answer));
    request.span?.set({ 'site.cache': answer.kind === 'last-good' ? 'stale' : 'miss' });
    return await sendAnswer(request, reply, answer, !development);
  };
  const sendView = async (request: FastifyRequest, reply: FastifyReply) => {
    const { routes } = rollouts.shownTo(request.ip);
    const redirected = sendCanonical(request, reply, routes);
    if (redirected) return redirected;
    const fragment = development?.fragmentAt(request.url, routes.fragments);
    if (fragment) {
      const asked = requestOf(request, { routes, candidates: [] }, parts);
      return await sendAnswer(request, reply, await answers.renderUnkept({ ...asked, fragment }), false);
    }
    const mode = await readPreviewMode(splitAddress(request).query, parts);
    // A reply is thenable, and resolves to undefined: what sendPreview returns can't tell whether it has answered.
    if (mode) return await sendPreview(request, reply, parts, mode);
    const moved = sendMoved(request, reply, routes);
    if (moved) return moved;
    const now = await parts.memory.state.check();
    const shown = rollouts.shownTo(request.ip);
    const asked = requestOf(request, shown, parts);
    if (asked.address.match) rollouts.viewed(asked.address.match.route.remote, asked.candidates, request.ip);
    if (asked.address.isSearch) return await sendSearch(request, reply, asked);
    return await sendKept(request, reply, asked, placeOf(asked, now, releases.current(), shown.routes));
  };
  server.get('/*', async (request, reply) => {
    const feed = parts.means.feedAt(splitAddress(request).path);
    return feed ? await sendFeed(request, reply, await feed, 'entries') : await sendView(request, reply);
  });
  for (const language of languages) {
    server.get(feedPath(language), async (request, reply) => {
      const feed = parts.feed(language);
      return feed ? await sendFeed(request, reply, await feed, 'news') : await sendView(request, reply);
    });
  }
}

const howAnswered = (answer: Outcome<RenderedPage>) => {
  if (!isShown(answer) || answer.page.status >= 500) return 'failed';
  return answer.kind === 'last-good' ? 'stale' : 'rendered';
};

/** Path and query, with its question mark. */
function splitAddress({ url }: FastifyRequest): { readonly path: string; readonly query: string } {
  const [path = ''] = url.split('?');
  return { path, query: url.slice(path.length) };
}

/** Leads from another spelling of a page's address to the canonical one; undefined for any other address. */
function sendCanonical(request: FastifyRequest, reply: FastifyReply, table: RouteTable): FastifyReply | undefined {
  const { path, query } = splitAddress(request);
  const canonical = canonicalPath(table, path);
  return canonical === undefined || canonical === path ? undefined : reply.redirect(canonical + query, 301);
}

/**
 * Leads from an old address to where its page is now; undefined for any other address. Search engines move their entries; but
 * browsers ask again each time, since a rollback brings the old address back.
 */
function sendMoved(request: FastifyRequest, reply: FastifyReply, table: RouteTable): FastifyReply | undefined {
  const { path, query } = splitAddress(request);
  const present = presentPathIn(table, withoutSlash(plainPath(path)));
  if (present === undefined) return undefined;
  return reply.header('cache-control', 'no-cache').redirect(present + query, 301);
}

/** Sends a preview for a colleague, never from the cache. */
async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageRoutesOptions,
  mode: PreviewMode,
): Promise<FastifyReply> {
  parts.metrics.pageCache.inc({ result: 'bypass' });
  request.span?.set({ 'site.cache': 'bypass', 'site.preview': mode.preview ? 1 : undefined });
  const { link, release } = mode.preview ?? {};
  const isSecure = request.protocol === 'https' || isHttpsOrigin(parts.settings.SITE_ORIGIN);
  if (release) parts.calls.add(release);
  if (link && release) reply.header('set-cookie', previewCookie(link, release, isSecure));
  // The previewed version may have other pages.
  const live = await parts.releases.settled();
  if ('kind' in live) return await sendAnswer(request, reply, live, !parts.development);
  const { routes: previewed } = withPreview(live, mode);
  const moved = sendMoved(request, reply, previewed);
  if (moved) return moved;
  const asked = requestOf(request, { routes: previewed, candidates: [] }, parts);
  const readFaults = faultReader(request, mode, parts.settings);
  return await sendAnswer(request, reply, await renderPage(asked, parts, { mode, readFaults }), !parts.development);
}
