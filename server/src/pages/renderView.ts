import type { Release, ReleaseSet } from '@site/releases/Release.ts';
import type { ContactFormResult } from '@site/shared/contract/contact/form.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { routesIn } from '@site/shared/routes/composeTable.ts';
import type { PageUrl } from '@site/shared/routes/path.ts';
import type { PageRoute } from '@site/shared/routes/table.ts';
import type { Registry } from '@site/shell/federation/remotes.ts';
import type { RenderJob } from '@site/shell/render/messages.ts';
import type { Visitor } from '../api/ApiBackend.ts';
import type { Development } from '../development.ts';
import { RefusedError } from '../operations/overload.ts';
import { WorkerLostError } from '../render/Jobs.ts';
import type { RenderOutcome } from '../render/outcome.ts';
import type { SiteParts } from '../SiteParts.ts';
import { failingRemoteAt } from './failingRemoteAt.ts';
import type { PageFailure } from './PageCircuitBreakers.ts';
import { languageOf } from './urls.ts';

/** A posted form that was not accepted: its page shows it again. */
export interface RefusedForm {
  readonly status: 422 | 429 | 503;
  readonly result: ContactFormResult;
}

/** A request for a page, reduced to what rendering may depend on. */
export interface PageRequest {
  readonly address: PageUrl;
  /** The site's origin. */
  readonly origin: string;
  readonly acceptLanguage: string | undefined;
  /** A posted form, which the page shows again. */
  readonly refused?: RefusedForm | undefined;
  readonly visitor: Visitor;
}

/** A rendered view, and what it was rendered from. */
export type RenderedView = Extract<RenderOutcome, { kind: 'view' }> & {
  readonly shell: Release;
  /** The release of each remote that its tab may load. */
  readonly remotes: ReadonlyMap<string, Release>;
  /** Whether it is a 404 page in place of a page that fails, or whose remote can't be used. */
  readonly isSubstitute?: boolean;
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
 * Renders the view of a request from the first release of its remote that works. When none does, an earlier shell renders it:
 * if that works, the shell was at fault, else the remote. Then it is the 404 page: with status 404, or 503 while the failure
 * may pass.
 */
export async function renderView(request: PageRequest, parts: SiteParts, live: ReleaseSet): Promise<ViewOutcome> {
  const { match } = request.address;
  const route = match?.route;
  const rendering = { request, parts, live, route };
  if (!route) return await renderNotFound(rendering);
  if (parts.development) {
    const [release] = live.remotes.get(route.remote) ?? [];
    return await renderInDevelopment(rendering, route, release, parts.development);
  }
  return await renderFirstWorking(rendering, route, match.page);
}

/** A release that failed to render a page. */
interface FailedRelease {
  readonly release: Release;
  readonly failure: PageFailure;
}

async function renderFirstWorking(rendering: Rendering, route: PageRoute, page: string): Promise<ViewOutcome> {
  const { live, parts } = rendering;
  const { circuitBreakers } = parts;
  const blame = (releases: readonly FailedRelease[]) => {
    for (const { release, failure } of releases) circuitBreakers.failed(release, route.module, failure);
  };
  const sets = [live, ...live.fallbacks].filter(({ shell }) => !circuitBreakers.failureOf(shell, page));
  let blamed: readonly FailedRelease[] = [];
  const failedShells: Release[] = [];
  for (const set of sets) {
    const { outcome, release, failed } = await renderWithShell({ ...rendering, live: set }, route);
    if (release) {
      // The same release works with another shell: so it was the shell.
      const same = blamed.find((before) => before.release === release);
      if (same) for (const shell of failedShells) circuitBreakers.failed(shell, page, same.failure);
      else blame(blamed);
      circuitBreakers.succeeded(set.shell, page);
    }
    if (outcome) return outcome;
    failedShells.push(set.shell);
    if (blamed.length === 0) blamed = failed;
  }
  blame(blamed);
  const candidates = live.remotes.get(route.remote) ?? [];
  const known = candidates.flatMap((release) => circuitBreakers.failureOf(release, route.module) ?? []);
  return await renderNotFound(rendering, known);
}

/** How the rendering of a page with one shell went. */
interface ShellAttempt {
  /** Absent when every release of the remote fails. */
  readonly outcome?: ViewOutcome;
  /** The release that works. */
  readonly release?: Release;
  readonly failed: readonly FailedRelease[];
}

/** Renders a page with one shell, from the first release of its remote that works. */
async function renderWithShell(rendering: Rendering, { remote, module }: PageRoute): Promise<ShellAttempt> {
  const { circuitBreakers } = rendering.parts;
  const failed: FailedRelease[] = [];
  for (const release of rendering.live.remotes.get(remote) ?? []) {
    if (circuitBreakers.failureOf(release, module)) continue;
    const remotes = preferredRemotes(rendering).set(release.manifest.name, release);
    const outcome = await render(rendering, release, remotes);
    if (outcome.kind !== 'failed') {
      for (const before of failed) circuitBreakers.failed(before.release, module, before.failure);
      circuitBreakers.succeeded(release, module);
      return { outcome, release, failed };
    }
    // Whoever posts a form must not decide whether others get the page, so its failure doesn't open the circuit.
    if (rendering.request.refused) return { outcome, failed };
    const code = outcome.isLate ? 'RENDER-TIMEOUT' : 'RENDER-THREW';
    failed.push({ release, failure: { code, message: outcome.message } });
  }
  return { failed };
}

/** Renders the 404 page, which the shell brings, with the first shell that can. */
async function renderNotFound(rendering: Rendering, failures: readonly PageFailure[] = []): Promise<ViewOutcome> {
  const { live, request, route, parts } = rendering;
  let outcome: ViewOutcome = { kind: 'failed', message: 'There is no shell.', isLate: false };
  for (const set of [live, ...live.fallbacks]) {
    const remotes = preferredRemotes({ ...rendering, live: set });
    if (route) remotes.delete(route.remote);
    const attempt = { ...rendering, live: set, request: { ...request, refused: undefined } };
    outcome = await render(attempt, undefined, remotes);
    if (outcome.kind !== 'failed' || parts.development) break;
    parts.releases.suspect(set);
  }
  if (outcome.kind !== 'view') return outcome;
  const remote = route?.remote ?? failingRemoteAt(request.address.path, live);
  const isUnreachable = remote !== undefined && live.unreachable.has(remote);
  const isUnusable = remote !== undefined && live.unusable.includes(remote);
  const mayPass = isUnreachable || failures.some(({ code }) => code === 'RENDER-TIMEOUT');
  const isSubstitute = isUnreachable || isUnusable || failures.length > 0;
  return { ...outcome, isSubstitute, ...(mayPass && { status: 503 }) };
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
  const { refused, origin, visitor } = request;
  const language = languageOf(path, request.acceptLanguage);
  const job: RenderJob = {
    request: { url, language },
    origin,
    registry: registryOf(remotes),
    routes: routesIn(language, live.routes),
    gone: live.gone,
    ...(refused && { result: refused.result }),
  };
  const end = parts.metrics.renderings.startTimer({ remote: release?.manifest.name ?? 'none' });
  try {
    const outcome = await parts.renderer.render({
      job,
      shell: live.shell,
      page: match?.page,
      remote: release,
      visitor,
    });
    end({ outcome: outcome.kind });
    if (outcome.kind !== 'view') return outcome;
    const status = outcome.parts.module && refused ? refused.status : outcome.status;
    return { ...outcome, status, shell: live.shell, remotes };
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
