import type { Release, ReleaseSet } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { PageUrl } from '@site/shared/routes/path.ts';
import { type PageRoute, pages } from '@site/shared/routes/table.ts';
import type { Registry } from '@site/shell/federation/remotes.ts';
import type { RenderJob, RenderOutcome } from '@site/shell/render/messages.ts';
import type { Visitor } from '../api/ApiBackend.ts';
import type { Development } from '../development.ts';
import { RefusedError } from '../operations/overload.ts';
import { WorkerLostError } from '../render/Jobs.ts';
import type { SiteParts } from '../SiteParts.ts';
import type { PageFailure } from './PageCircuitBreakers.ts';
import { languageOf } from './urls.ts';

/** A request for a page, reduced to what rendering may depend on. */
export interface PageRequest {
  readonly address: PageUrl;
  /** The site's origin. */
  readonly origin: string;
  readonly acceptLanguage: string | undefined;
  /** Body of a posted form. */
  readonly form?: string | undefined;
  readonly visitor: Visitor;
}

/** A rendered view, and the release of each remote that its tab may load. */
export type RenderedView = Extract<RenderOutcome, { kind: 'view' }> & {
  readonly remotes: ReadonlyMap<string, Release>;
};

/** What a request led to. */
export type ViewOutcome = RenderedView | Exclude<RenderOutcome, { kind: 'view' }>;

/** What a view is rendered from. */
interface Rendering {
  readonly request: PageRequest;
  readonly parts: SiteParts;
  readonly live: ReleaseSet;
  readonly route: PageRoute | undefined;
}

/**
 * Renders the view of a request from the first release of its remote that works. When none does, it renders the 404 page:
 * with status 404, or 503 while the failure may pass.
 */
export async function renderView(request: PageRequest, parts: SiteParts, live: ReleaseSet): Promise<ViewOutcome> {
  const { match } = request.address;
  const route = match && pages[match.page];
  const rendering = { request, parts, live, route };
  if (!route) return await renderNotFound(rendering);
  const candidates = live.remotes.get(route.remote) ?? [];
  if (parts.development) return await renderInDevelopment(rendering, route, candidates[0], parts.development);
  return await renderFirstWorking(rendering, route, candidates);
}

async function renderFirstWorking(
  rendering: Rendering,
  { module }: PageRoute,
  candidates: readonly Release[],
): Promise<ViewOutcome> {
  const { circuitBreakers } = rendering.parts;
  const failures: PageFailure[] = [];
  for (const release of candidates) {
    const known = circuitBreakers.failureOf(release, module);
    if (known) {
      failures.push(known);
      continue;
    }
    const remotes = preferredRemotes(rendering).set(release.manifest.name, release);
    const outcome = await render(rendering, release, remotes);
    if (outcome.kind !== 'failed') {
      circuitBreakers.succeeded(release, module);
      return outcome;
    }
    // A form may have done its work before the page failed, so it is not posted twice. Nor does its failure open the
    // circuit: whoever posts a form must not decide whether others get the page.
    if (rendering.request.form !== undefined) return outcome;
    const code = outcome.isLate ? 'RENDER-TIMEOUT' : 'RENDER-THREW';
    failures.push({ code, message: outcome.message });
    circuitBreakers.failed(release, module, { code, message: outcome.message });
  }
  return await renderNotFound(rendering, failures);
}

/** Renders the 404 page, which the shell brings. */
async function renderNotFound(rendering: Rendering, failures: readonly PageFailure[] = []): Promise<ViewOutcome> {
  const { live, request, route } = rendering;
  const remotes = preferredRemotes(rendering);
  if (route) remotes.delete(route.remote);
  const outcome = await render({ ...rendering, request: { ...request, form: undefined } }, undefined, remotes);
  const mayPass =
    (route && live.unreachable.has(route.remote)) || failures.some(({ code }) => code === 'RENDER-TIMEOUT');
  return outcome.kind === 'view' && mayPass ? { ...outcome, status: 503 } : outcome;
}

/** Renders a page from the sources as they are. No other page stands in for one that fails. */
async function renderInDevelopment(
  rendering: Rendering,
  { remote, module }: PageRoute,
  release: Release | undefined,
  { onPage }: Development,
): Promise<ViewOutcome> {
  const { url, match } = rendering.request.address;
  const report = { url, page: match?.page ?? '', missingTexts: [] };
  const message = `SITE-REMOTE The remote "${remote}", which brings ${module}, is not built.`;
  const outcome: ViewOutcome = release
    ? await render(rendering, release, preferredRemotes(rendering))
    : { kind: 'failed', message, isLate: false };
  if (outcome.kind === 'failed') {
    const { stack } = outcome;
    onPage({ ...report, failure: { message: outcome.message, ...(stack !== undefined && { stack }) } });
  }
  if (outcome.kind === 'view') onPage({ ...report, missingTexts: outcome.missingTexts });
  return outcome;
}

/** Renders with a release of the page's remote, or with the shell alone, and measures the time. */
async function render(
  { request, parts, live }: Rendering,
  release: Release | undefined,
  remotes: ReadonlyMap<string, Release>,
): Promise<ViewOutcome> {
  const { url, path, match } = request.address;
  const { form, origin, visitor } = request;
  const job: RenderJob = {
    request: { url, language: languageOf(path, request.acceptLanguage) },
    origin,
    registry: registryOf(remotes),
    gone: live.gone,
    ...(form !== undefined && { form }),
  };
  const end = parts.metrics.renderings.startTimer({ remote: release?.manifest.name ?? 'none' });
  try {
    const outcome = await parts.renderer.render({ job, page: match?.page, remote: release, visitor });
    end({ outcome: outcome.kind });
    return outcome.kind === 'view' ? { ...outcome, remotes } : outcome;
  } catch (error) {
    // Refused requests are counted elsewhere.
    if (!(error instanceof RefusedError)) end({ outcome: 'lost' });
    if (error instanceof WorkerLostError) return { kind: 'failed', message: error.message, isLate: true };
    if (error instanceof OperatorError) return { kind: 'failed', message: error.message, isLate: false };
    throw error;
  }
}

/** For each remote the first release whose pages all work: the tab will navigate to them. */
const preferredRemotes = ({ live, parts }: Rendering): Map<string, Release> =>
  new Map(
    [...live.remotes].flatMap(([name, candidates]) => {
      const release = candidates.find((candidate) => !parts.circuitBreakers.hasOpen(candidate)) ?? candidates[0];
      return release ? [[name, release] as const] : [];
    }),
  );

const registryOf = (remotes: ReadonlyMap<string, Release>): Registry =>
  Object.fromEntries(
    [...remotes.values()].map(({ manifest }) => {
      const { name, version, publicPath, entry } = manifest;
      return [name, { release: version, entry: publicPath + entry }];
    }),
  );
