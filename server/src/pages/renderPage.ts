import type { Release, ReleaseSet } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { detectLanguage, languageOfPath, parseAcceptLanguage } from '@site/shared/i18n/detect.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { matchPath } from '@site/shared/routes/match.ts';
import { type PageRoute, pages } from '@site/shared/routes/table.ts';
import type { Registry } from '@site/shell/federation/remotes.ts';
import type { RenderedParts, RenderJob, RenderOutcome } from '@site/shell/render/messages.ts';
import type { Development } from '../development.ts';
import { RefusedError } from '../operations/RefusedError.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import type { Renderer } from '../render/Renderer.ts';
import type { Visitor } from '../render/RenderHost.ts';
import { WorkerLostError } from '../render/WorkerLostError.ts';
import type { PageCircuitBreakers, PageFailure } from './PageCircuitBreakers.ts';

/** A request for a page, reduced to what rendering may depend on. */
export interface PageRequest {
  /** Path, and of the query what the page reads. */
  readonly url: string;
  /** The site's origin. */
  readonly origin: string;
  readonly acceptLanguage: string | undefined;
  /** Body of a posted form. */
  readonly form?: string | undefined;
  readonly visitor: Visitor;
}

/** What pages are rendered with. */
export interface PageTools {
  readonly releases: ReleaseSet;
  readonly renderer: Renderer;
  readonly health: PageCircuitBreakers;
  readonly metrics: SiteMetrics;
  readonly development: Development | undefined;
}

/** A page that was rendered, and the release of each remote that it speaks of. */
export interface RenderedPage {
  readonly kind: 'view';
  readonly status: number;
  readonly parts: RenderedParts;
  readonly remotes: ReadonlyMap<string, Release>;
  /** Whether the page had to do without an answer of the API. */
  readonly isIncomplete?: boolean | undefined;
}

/** What became of a request. */
export type PageOutcome = RenderedPage | Exclude<RenderOutcome, { kind: 'view' }>;

/**
 * Renders the page of a request from the first release of its remote that can. When there is none it is the 404 page:
 * with status 404, or 503 while the failure may pass.
 */
export async function renderPage(request: PageRequest, tools: PageTools): Promise<PageOutcome> {
  const route = routeOf(request);
  const candidates = (route && tools.releases.remotes.get(route.remote)) ?? [];
  const { development } = tools;
  if (route && development) return await renderInDevelopment(route, candidates[0], request, tools, development);
  return await renderFromFirst(candidates, route, request, tools);
}

async function renderFromFirst(
  candidates: readonly Release[],
  route: PageRoute | undefined,
  request: PageRequest,
  tools: PageTools,
): Promise<PageOutcome> {
  const failures: PageFailure[] = [];
  for (const release of route ? candidates : []) {
    const module = route?.module ?? '';
    const known = tools.health.failureOf(release, module);
    if (known) failures.push(known);
    if (known) continue;
    const attempt = await renderWith(release, request, tools);
    if (!('code' in attempt)) {
      tools.health.succeeded(release, module);
      return attempt;
    }
    // A form may have done its work before the page failed: it is not posted twice. And whatever is wrong with it, nobody who
    // posts one decides whether others get the page.
    if (request.form !== undefined) return { kind: 'failed', message: attempt.message, isLate: isTimeout(attempt) };
    failures.push(attempt);
    tools.health.failed(release, module, attempt);
  }
  return await renderWithout(route, request, tools, failures);
}

/** Renders a page from the sources as they are. Nothing stands in for a page that fails. */
async function renderInDevelopment(
  { remote, module }: PageRoute,
  release: Release | undefined,
  request: PageRequest,
  tools: PageTools,
  { onPage }: Development,
): Promise<PageOutcome> {
  const report = { url: request.url, page: matchPath(pathOfUrl(request.url))?.page ?? '', missingTexts: [] };
  const failed = (failure: { readonly message: string; readonly stack?: string }): PageOutcome => {
    onPage({ ...report, failure });
    return { kind: 'failed', message: failure.message, isLate: false };
  };
  if (!release) return failed({ message: `SITE-REMOTE The remote "${remote}", which brings ${module}, is not built.` });
  const remotes = new Map(preferred(tools));
  try {
    const outcome = await renderTimed(jobOf(request, remotes, tools), release, request, tools);
    if (outcome.kind === 'failed') return failed(outcome);
    if (outcome.kind !== 'view') return outcome;
    onPage({ ...report, missingTexts: outcome.missingTexts });
    return { ...outcome, remotes };
  } catch (error) {
    if (error instanceof WorkerLostError || error instanceof OperatorError) return failed({ message: error.message });
    throw error;
  }
}

async function renderWith(
  release: Release,
  request: PageRequest,
  tools: PageTools,
): Promise<PageOutcome | PageFailure> {
  const remotes = new Map(preferred(tools)).set(release.manifest.name, release);
  try {
    const outcome = await renderTimed(jobOf(request, remotes, tools), release, request, tools);
    if (outcome.kind === 'failed')
      return { code: outcome.isLate ? 'RENDER-TIMEOUT' : 'RENDER-THREW', message: outcome.message };
    return outcome.kind === 'view' ? { ...outcome, remotes } : outcome;
  } catch (error) {
    if (error instanceof WorkerLostError) return { code: 'RENDER-TIMEOUT', message: error.message };
    if (error instanceof OperatorError) return { code: 'RENDER-THREW', message: error.message };
    throw error;
  }
}

async function renderWithout(
  route: PageRoute | undefined,
  request: PageRequest,
  tools: PageTools,
  failures: readonly PageFailure[],
): Promise<PageOutcome> {
  const { releases } = tools;
  const remotes = new Map(preferred(tools));
  if (route) remotes.delete(route.remote);
  const job = jobOf({ ...request, form: undefined }, remotes, tools);
  const outcome = await renderTimed(job, undefined, request, tools).catch(failedOf);
  if (outcome.kind !== 'view') return outcome;
  const mayPass = (route && releases.unreachable.has(route.remote)) || failures.some(isTimeout);
  return { ...outcome, status: mayPass ? 503 : outcome.status, remotes };
}

const isTimeout = ({ code }: PageFailure): boolean => code === 'RENDER-TIMEOUT';

/** Renders, and tells the metrics how long it took. */
async function renderTimed(
  job: RenderJob,
  release: Release | undefined,
  { visitor }: PageRequest,
  { renderer, metrics }: PageTools,
): Promise<RenderOutcome> {
  const end = metrics.renderings.startTimer({ remote: release?.manifest.name ?? 'none' });
  try {
    const outcome = await renderer.render(job, release, visitor);
    end({ outcome: outcome.kind });
    return outcome;
  } catch (error) {
    // What was refused was not rendered: it counts elsewhere.
    if (!(error instanceof RefusedError)) end({ outcome: 'lost' });
    throw error;
  }
}

/** The shell itself can't be rendered. */
function failedOf(error: unknown): Extract<RenderOutcome, { kind: 'failed' }> {
  if (!(error instanceof WorkerLostError)) throw error;
  return { kind: 'failed', message: error.message, isLate: true };
}

const pathOfUrl = (url: string): string => url.split('?')[0] ?? '/';

function routeOf({ url }: PageRequest): PageRoute | undefined {
  const match = matchPath(pathOfUrl(url));
  return match && pages[match.page];
}

/** Of each remote the first release that is well: the tab will navigate to its pages. */
const preferred = ({ releases, health }: PageTools): [string, Release][] =>
  [...releases.remotes].flatMap(([name, candidates]) => {
    const release = candidates.find((candidate) => !health.isResting(candidate)) ?? candidates[0];
    return release ? [[name, release]] : [];
  });

/** The language of the path, or the one that the visitor's browser prefers. */
export const languageOf = ({ url, acceptLanguage }: Pick<PageRequest, 'url' | 'acceptLanguage'>): Language =>
  languageOfPath(pathOfUrl(url)) ?? detectLanguage(parseAcceptLanguage(acceptLanguage));

function jobOf(asked: PageRequest, remotes: ReadonlyMap<string, Release>, { releases }: PageTools): RenderJob {
  const { url, origin, form } = asked;
  const request = { url, language: languageOf(asked) };
  return { request, origin, registry: registryOf(remotes), gone: releases.gone, ...(form !== undefined && { form }) };
}

function registryOf(remotes: ReadonlyMap<string, Release>): Registry {
  const entries = [...remotes.values()].map(({ manifest }) => {
    const { name, version, publicPath, entry } = manifest;
    return [name, { release: version, entry: publicPath + entry }];
  });
  return Object.fromEntries(entries);
}
