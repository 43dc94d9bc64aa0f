import { setTimeout as delay } from 'node:timers/promises';
import { type Failure, isFailure } from '@site/renderer/Failure.ts';
import { RefusedError } from '@site/renderer/RefusedError.ts';
import type { PageRequest, ViewTools } from '@site/renderer/views/renderView.ts';
import { type PageUrl, pathOfRoute } from '@site/shared/routes/path.ts';
import type { FastifyBaseLogger } from 'fastify';
import { serverLimits } from '../limits.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import { type CachedPage, recompressWhenIdle } from './CachedPage.ts';
import type { PageMemory } from './cacheMiddleware.ts';
import { isStale } from './LastGoodPages.ts';
import { singleFlight } from './PageCache.ts';
import { type PageOutcome, type RenderedPage, renderPage } from './renderPage.ts';

/** Where a page is cached. */
export interface CachePlace {
  readonly key: string;
  /** The state of the site. */
  readonly now: string;
  /** The address of the page; undefined where there is none. */
  readonly url: string | undefined;
}

/** What is sent: of a page, no more than the page. */
export type PageAnswer = Pick<RenderedPage, 'kind' | 'page'> | Exclude<PageOutcome, RenderedPage>;

/** What pages are answered with. */
export interface AnswerTools extends ViewTools {
  readonly metrics: Pick<SiteMetrics, 'renderings' | 'pageCache' | 'stalePages' | 'rejections'>;
}

/** The pages that visitors get: from the cache, rendered, or in their last good version while they fail. */
export class PageAnswers {
  readonly #tools: AnswerTools;
  readonly #memory: Pick<PageMemory, 'cache' | 'lastGood'>;
  readonly #renderOnce = singleFlight<PageOutcome>();

  constructor(tools: AnswerTools, memory: Pick<PageMemory, 'cache' | 'lastGood'>) {
    this.#tools = tools;
    this.#memory = memory;
  }

  /** The page of the cache that was made from the present state. */
  cached({ key, now }: Pick<CachePlace, 'key' | 'now'>): CachedPage | undefined {
    const { metrics } = this.#tools;
    const cached = this.#memory.cache.get(key, now);
    metrics.pageCache.inc({ result: cached ? 'hit' : 'miss' });
    if (cached && isStale(cached)) metrics.stalePages.inc();
    return cached;
  }

  /** Caches a page that is the same for everybody until the state changes. */
  keep({ key, now }: Pick<CachePlace, 'key' | 'now'>, page: CachedPage): void {
    this.#memory.cache.set(key, { page, state: now });
  }

  /**
   * Renders a page that is not in the cache; while it fails, the answer is its last good version.
   *
   * @throws whatever kept it from being rendered, when there is no such version
   */
  async render(asked: PageRequest, place: CachePlace, log: FastifyBaseLogger): Promise<PageAnswer> {
    const { key, now, url } = place;
    const outcome = await this.#renderInTime(`${now} ${key}`, asked);
    const stale = url !== undefined && prefersLastGood(outcome) ? await this.#memory.lastGood.find(url) : undefined;
    if (stale) return this.#answerStale(stale, outcome, place, log);
    if (outcome instanceof Error) throw outcome;
    if (isCacheable(outcome, asked.address)) this.#keepRendered(place, outcome, asked);
    return outcome;
  }

  /** Renders a page once for all who ask for it. What takes too long has failed; an error is returned, not thrown. */
  async #renderInTime(key: string, asked: PageRequest): Promise<PageOutcome | Error> {
    const late: Failure = { kind: 'late', message: `${asked.address.path} was not ready in time.` };
    const timeout = new AbortController();
    try {
      return await Promise.race([
        this.#renderOnce(key, () => renderPage(asked, this.#tools)),
        delay(serverLimits.pageAnswer, late, { signal: timeout.signal, ref: false }),
      ]);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      timeout.abort();
    }
  }

  /** Answers with the last good version of a page that fails, and for a moment everybody gets it from the cache. */
  #answerStale(
    page: CachedPage,
    outcome: PageOutcome | Error,
    { key, now }: CachePlace,
    log: FastifyBaseLogger,
  ): PageAnswer {
    const { metrics } = this.#tools;
    // The failures of releases and of the API are logged where they are found, and refusals are counted.
    if (outcome instanceof RefusedError) metrics.rejections.inc({ reason: outcome.reason });
    else if (outcome instanceof Error) log.error(outcome, 'SITE-FAILED The page could not be made.');
    else if (isFailure(outcome)) void logFailure(log, 'SITE-RENDER', outcome);
    metrics.stalePages.inc();
    this.#memory.cache.set(key, { page, state: now }, serverLimits.stale.retry);
    return { kind: 'page', page };
  }

  #keepRendered({ key, now }: CachePlace, { page, isIncomplete }: RenderedPage, asked: PageRequest): void {
    const { cache, lastGood } = this.#memory;
    // Requests that shared the rendering come here too.
    if (cache.holds(key, page)) return;
    // While the API fails, it is asked again only after a while.
    if (isIncomplete) {
      cache.set(key, { page, state: now }, serverLimits.newsFresh);
      return;
    }
    // What only some visitors get may still be taken back.
    const isKept = asked.address.match && asked.candidates.length === 0 && !this.#tools.development;
    const good = isKept ? lastGood.keep(asked.address, page) : undefined;
    cache.set(key, { page, state: now, good });
    recompressWhenIdle(page, () => cache.holds(key, page));
  }
}

/** Logs a failure when its place is known: its visitor doesn't wait for that. */
export async function logFailure(
  log: FastifyBaseLogger,
  code: string,
  { message, located }: Pick<Failure, 'message' | 'located'>,
): Promise<void> {
  log.error(`${code} ${await (located ?? message)}`);
}

/** Whether the last good version of the page is better than what the request led to. */
const prefersLastGood = (outcome: PageOutcome | Error): boolean =>
  outcome instanceof Error || isFailure(outcome) || (outcome.kind === 'page' && outcome.prefersLastGood);

/** Whether a page may be cached. Only the canonical spelling of an address is: there are any number of others. */
function isCacheable(outcome: PageOutcome, { path, match }: PageUrl): outcome is RenderedPage {
  if (outcome.kind !== 'page') return false;
  if (!match) return outcome.page.status === 404 && !outcome.prefersLastGood;
  return outcome.page.status === 200 && pathOfRoute(match.route, match.language, match.params) === path;
}
