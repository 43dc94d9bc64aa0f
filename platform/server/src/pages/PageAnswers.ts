import { setTimeout as delay } from 'node:timers/promises';
import { singleFlight } from '@site/node/singleFlight.ts';
import { type Failure, isFailure, isShown, type Outcome, type Shown } from '@site/renderer/outcome/outcome.ts';
import type { PageRequest, RenderTools } from '@site/renderer/views/renderView.ts';
import { type PageUrl, pathOfRoute } from '@site/shared/routes/path.ts';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { serverLimits } from '../limits.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import type { SiteUsage } from '../operations/SiteUsage.ts';
import { type CachedPage, isSamePage, recompressWhenIdle } from './CachedPage.ts';
import type { CachePlace } from './cacheKeys.ts';
import type { PageMemory } from './cacheMiddleware.ts';
import { noIndex, noStore } from './headers.ts';
import { isStale } from './LastGoodPages.ts';
import { type RenderedPage, renderPage } from './renderPage.ts';
import { logFailure } from './sendAnswer.ts';

/** What answers with pages depend on. */
export interface AnswerTools extends RenderTools {
  readonly metrics: Pick<SiteMetrics, 'renderings' | 'pageCache' | 'stalePages' | 'rejections'>;
  readonly usage?: Pick<SiteUsage, 'rendered'> | undefined;
}

/** Where pages are kept. */
type AnswerMemory = Pick<PageMemory, 'cache' | 'state' | 'lastGood' | 'dictionaries' | 'cdn'>;

/** What a page was rendered for, and when that began, by `performance.now()`. */
interface Rendering {
  readonly asked: PageRequest;
  readonly begun: number;
}

/** The pages that visitors get: from the cache, rendered, or in their last good version while they fail. */
export class PageAnswers {
  readonly #tools: AnswerTools;
  readonly #memory: AnswerMemory;
  readonly #render: typeof renderPage;
  readonly #renderOnce = singleFlight<Outcome<RenderedPage>>();
  /** Addresses whose last good version was sent lately. */
  readonly #failing = new LRUCache<string, true>({
    max: serverLimits.cachedPages.pages,
    ttl: serverLimits.stale.failing,
  });

  constructor(tools: AnswerTools, memory: AnswerMemory, render = renderPage) {
    this.#tools = tools;
    this.#memory = memory;
    this.#render = render;
  }

  /** The cached page, if it was rendered from the current state. */
  cached({ key, now }: Pick<CachePlace, 'key' | 'now'>): CachedPage | undefined {
    const { metrics } = this.#tools;
    const cached = this.#memory.cache.get(key, now);
    metrics.pageCache.inc({ result: cached ? 'hit' : 'miss' });
    if (cached && isStale(cached)) metrics.stalePages.inc();
    return cached;
  }

  /** Caches a page that is the same for everyone until the state changes. */
  keep({ key, now }: Pick<CachePlace, 'key' | 'now'>, page: CachedPage): void {
    this.#memory.cache.set(key, { page, state: now });
  }

  /**
   * Renders a page that isn't in the cache, once for all simultaneous requests. While it fails, or takes longer than
   * `serverLimits.staleAnswer`, the answer is its last good version; nobody waits for later tries.
   */
  async render(asked: PageRequest, place: CachePlace, log: FastifyBaseLogger): Promise<Outcome<RenderedPage>> {
    const { key, now, url } = place;
    const rendering = this.#renderOnce(`${now} ${key}`, () => this.#renderAndKeep(asked, place));
    const { staleAnswer, pageAnswer } = serverLimits;
    const patience = url !== undefined && this.#failing.has(url) ? 0 : staleAnswer;
    const first = await within(patience, rendering);
    const stale = url !== undefined && prefersLastGood(first) ? await this.#memory.lastGood.find(url) : undefined;
    if (stale) {
      // Failures of later tries aren't reported again.
      const failure = first ?? (patience > 0 ? lateFailure(asked) : undefined);
      if (failure) this.#report(failure, log);
      return this.#answerStale(stale, asked, place);
    }
    const outcome = first ?? (await within(pageAnswer - patience, rendering)) ?? lateFailure(asked);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  /** Renders a page for one visitor, which nothing keeps. */
  async renderUnkept(asked: PageRequest): Promise<Outcome<RenderedPage>> {
    const rendering = this.#render(asked, this.#tools, { headers: { ...noStore, ...noIndex } });
    const outcome = (await within(serverLimits.pageAnswer, rendering)) ?? lateFailure(asked);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  async #renderAndKeep(asked: PageRequest, place: CachePlace): Promise<Outcome<RenderedPage>> {
    const { dictionaries, cdn, state } = this.#memory;
    const begun = performance.now();
    const rendered = await this.#render(asked, this.#tools, {
      isDictionary: dictionaries !== undefined,
      cdn: cdn && { headersOf: cdn, news: state.news },
    });
    if (isShown(rendered)) this.#tools.usage?.rendered(remoteOf(asked.address), performance.now() - begun);
    const outcome = isShown(rendered) ? this.#asBefore(rendered, place) : rendered;
    if (place.url !== undefined && !prefersLastGood(outcome)) this.#failing.delete(place.url);
    if (isCacheable(outcome, asked.address)) this.#keepRendered(place, outcome, { asked, begun });
    return outcome;
  }

  /** The outcome with the same page from the cache, if it is there: that one is already compressed. */
  #asBefore(outcome: Shown<RenderedPage>, { key }: CachePlace): Shown<RenderedPage> {
    const before = this.#memory.cache.find(key)?.page;
    return before && isSamePage(before, outcome.page) ? { ...outcome, page: before } : outcome;
  }

  /** Answers with the last good version of a failing page, and caches it for a moment. */
  #answerStale(page: CachedPage, { address }: PageRequest, { key, now, url }: CachePlace): Shown<RenderedPage> {
    if (url !== undefined) this.#failing.set(url, true);
    this.#tools.metrics.stalePages.inc();
    this.#memory.cache.set(
      key,
      { page, remote: remoteOf(address), state: now },
      { lifetime: serverLimits.stale.retry },
    );
    return { kind: 'last-good', page };
  }

  /** The failures of releases and of the API are logged where they are found, and refusals are counted. */
  #report(outcome: Outcome<RenderedPage> | Error, log: FastifyBaseLogger): void {
    if (outcome instanceof Error) log.error(outcome, 'SITE-FAILED The page could not be made.');
    else if (outcome.kind === 'refused') this.#tools.metrics.rejections.inc({ reason: outcome.reason });
    else if (isFailure(outcome)) void logFailure(log, 'SITE-RENDER', outcome);
  }

  #keepRendered({ key, now }: CachePlace, rendered: Shown<RenderedPage>, { asked, begun }: Rendering): void {
    const { page, freshFor: lifetime } = rendered;
    const { cache, lastGood, dictionaries } = this.#memory;
    const { match, isFree } = asked.address;
    const remote = remoteOf(asked.address);
    // While the API fails, it is asked again only after a while.
    if (rendered.kind !== 'whole') {
      cache.set(key, { page, remote, state: now }, { lifetime: serverLimits.newsFresh, isFree });
      return;
    }
    // A page of a version under rollout isn't kept: the version may still be taken back. Those with free values have no end.
    const isKept = match && !isFree && asked.candidates.length === 0 && !this.#tools.development;
    const good = isKept ? lastGood.keep(asked.address, page, begun) : undefined;
    // A slow rendering of an earlier state must replace nothing: a later one has finished already.
    if (isKept && !good) return;
    const isNew = !cache.holds(key, page);
    cache.set(key, { page, remote, state: now, good }, { lifetime, isFree });
    if (page.status === 200 && !isFree) dictionaries?.keep(page);
    if (isNew) recompressWhenIdle(page, () => cache.holds(key, page));
  }
}

/** The remote of a page; undefined for those of the shell. */
export const remoteOf = ({ match }: PageUrl): string | undefined => match?.route.remote;

/** The outcome of a rendering, or undefined if it takes longer than `time` milliseconds. Bugs are returned, not thrown. */
async function within(
  time: number,
  rendering: Promise<Outcome<RenderedPage>>,
): Promise<Outcome<RenderedPage> | Error | undefined> {
  const timeout = new AbortController();
  try {
    return await Promise.race([rendering, delay(time, undefined, { signal: timeout.signal, ref: false })]);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    timeout.abort();
  }
}

const lateFailure = ({ address }: PageRequest): Failure => ({
  kind: 'late',
  message: `${address.path} was not ready in time.`,
});

/** Whether the last good version of the page is better than what the request has led to so far. */
const prefersLastGood = (outcome: Outcome<RenderedPage> | Error | undefined): boolean =>
  outcome === undefined || outcome instanceof Error || !['whole', 'old-data'].includes(outcome.kind);

/** Whether a page may be cached. Only canonical addresses are: the number of other spellings is unlimited. */
function isCacheable(outcome: Outcome<RenderedPage>, { path, match }: PageUrl): outcome is Shown<RenderedPage> {
  if (!isShown(outcome) || outcome.kind === 'substitute') return false;
  if (!match) return outcome.page.status === 404;
  return outcome.page.status === 200 && pathOfRoute(match.route, match.language, match.params) === path;
}
