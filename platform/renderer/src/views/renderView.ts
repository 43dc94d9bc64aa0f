import type { Release, ReleaseSet } from '@site/releases/Release.ts';
import type { FormResult } from '@site/shared/contract/form/form.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { hasParams, type PageUrl } from '@site/shared/routes/path.ts';
import { isIsolated, mayLoad } from '@site/shared/routes/policy.ts';
import type { PageRoute } from '@site/shared/routes/table.ts';
import type { RenderJob } from '@site/shell/render/messages.ts';
import type { Visitor } from '../apiCalls.ts';
import { rendererLimits } from '../limits.ts';
import {
  type Failure,
  isFailure,
  isShown,
  mayPass,
  notHere,
  type Outcome,
  resultOf,
  type Shown,
} from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import type { Renderer } from '../workers/Renderer.ts';
import type { DevelopedFragments, FragmentAlone, FragmentFailure } from './developedFragments.ts';
import { failingRemoteAt } from './failingRemoteAt.ts';
import type { PageCircuitBreakers, PagePlace } from './PageCircuitBreakers.ts';
import type { PageReport } from './PageReport.ts';
import { renderTraced } from './renderTraced.ts';
import { knownRoutes, registryOf } from './siteJob.ts';
import type { WorkingShell } from './WorkingShell.ts';
import { withFragments } from './withFragments.ts';

/** A posted form that was not accepted: its page shows it again. */
export interface RefusedForm {
  readonly status: 422 | 429 | 503;
  readonly result: FormResult;
}

/** A request for a page, reduced to what rendering may depend on. */
export interface PageRequest {
  readonly address: PageUrl;
  /** The site's origin. */
  readonly origin: string;
  readonly language: Language;
  /** A posted form, which the page shows again. */
  readonly refused?: RefusedForm | undefined;
  readonly visitor: Visitor;
  /** The remotes whose version under rollout the visitor gets. */
  readonly candidates: readonly string[];
  /** In development: a fragment that is shown in place of the 404 page's content. */
  readonly fragment?: FragmentAlone | undefined;
}

/** The view of a page, and what it was rendered from. */
export interface PageView extends RenderedView {
  readonly shell: Release;
  /** The release of each remote that its tab may load. */
  readonly remotes: ReadonlyMap<string, Release>;
  /** The releases that its fragments come from, also of those that are HTML alone; absent without fragments. */
  readonly filledFrom?: ReadonlySet<Release>;
  /** In development: what became of its fragments. */
  readonly developed?: DevelopedFragments;
  /** Whether its remote is isolated: the page loads no other remote, and windows with other pages can't reach it. */
  readonly isIsolated: boolean;
}

/** What views are rendered with. */
export interface RenderTools {
  readonly releases: Pick<WorkingShell, 'settled' | 'suspect' | 'reportFault'>;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly circuitBreakers: PageCircuitBreakers;
  /** Called for each release that another one stands in for. */
  readonly rollouts: { renderFailed(release: Release, failure: Failure): void };
  /** The remotes that this program can't show, though the one before did. */
  readonly takeOver: { lost(live: ReleaseSet): readonly string[] };
  readonly metrics: { readonly renderings: RenderTimes };
  /** Reports every page to a developer; undefined on a site that visitors see. */
  readonly development: { readonly onPage: (report: PageReport) => void } | undefined;
}

/** Measures how long renderings take. */
interface RenderTimes {
  startTimer(labels: { readonly remote: string }): (labels: { readonly outcome: string }) => void;
}

/** What a view is rendered from. */
interface Rendering {
  readonly request: PageRequest;
  readonly tools: RenderTools;
  readonly live: ReleaseSet;
  readonly route: PageRoute | undefined;
}

/**
 * Renders the view of a request from the first release of its remote that works. When none does, an earlier shell renders it:
 * if that works, the shell was at fault, else the remote. Then the 404 page is its substitute.
 */
export async function renderView(
  request: PageRequest,
  tools: RenderTools,
  live: ReleaseSet,
): Promise<Outcome<PageView>> {
  const { match } = request.address;
  const route = match?.route;
  const rendering = { request, tools, live, route };
  if (!route) {
    const outcome = await renderNotFound(rendering);
    // Browsers ask for much that isn't there: that is no page to work on.
    const isDeveloped = request.fragment || (isShown(outcome) && outcome.developed?.failed.length);
    return tools.development && isDeveloped ? await reported(rendering, tools.development, '404', outcome) : outcome;
  }
  if (tools.development) {
    const [release] = live.remotes.get(route.remote) ?? [];
    return await renderInDevelopment(rendering, route, release, tools.development);
  }
  return forAWhile(await renderFirstWorking(rendering, route, match.page), rendering, route.remote);
}

/** The releases that failed to render a page, in the order in which they were tried. */
type Failures = ReadonlyMap<Release, Failure>;

async function renderFirstWorking(rendering: Rendering, route: PageRoute, page: string): Promise<Outcome<PageView>> {
  const { live, tools, request } = rendering;
  const { circuitBreakers } = tools;
  const address = chosenAddress(request.address);
  const placeIn = (release: Release): PagePlace => ({ release, module: route.module, address });
  const placeInShell = (shell: Release): PagePlace => ({ release: shell, module: page, address });
  const blame = (releases: Failures) => {
    for (const [release, failure] of releases) circuitBreakers.failed(placeIn(release), failure);
  };
  const sets = [live, ...live.fallbacks].filter(({ shell }) => !circuitBreakers.failureOf(placeInShell(shell)));
  let blamed: Failures = new Map();
  const failedShells: Release[] = [];
  for (const set of sets) {
    const { outcome, release, failed } = await renderWithShell({ ...rendering, live: set }, route, placeIn);
    if (release) {
      // The same release works with another shell, so the shell was at fault.
      const failure = blamed.get(release);
      if (failure) for (const shell of failedShells) circuitBreakers.failed(placeInShell(shell), failure);
      else blame(blamed);
      circuitBreakers.succeeded(placeInShell(set.shell));
    }
    if (outcome) return outcome;
    failedShells.push(set.shell);
    if (blamed.size === 0) blamed = failed;
  }
  blame(blamed);
  const versions = live.remotes.get(route.remote) ?? [];
  const known = versions.flatMap((release) => circuitBreakers.failureOf(placeIn(release)) ?? []);
  return await renderNotFound(rendering, known);
}

/** The address of a page that has any number of them, or reads a query; undefined for a page with one in each language. */
const chosenAddress = ({ url, path, match }: PageUrl): string | undefined =>
  match && (url !== path || hasParams(match.route, match.language)) ? url : undefined;

/** A page that stands in for one that fails, until that is tried again: what opens for one address changes no state of the site. */
function forAWhile(outcome: Outcome<PageView>, { request, live }: Rendering, remote: string): Outcome<PageView> {
  if (!isShown(outcome) || chosenAddress(request.address) === undefined) return outcome;
  const isFirst = outcome.shell === live.shell && outcome.remotes.get(remote) === live.remotes.get(remote)?.[0];
  const { freshFor = Number.POSITIVE_INFINITY } = outcome;
  return isFirst ? outcome : { ...outcome, freshFor: Math.min(freshFor, rendererLimits.openCircuit) };
}

/** How the rendering of a page with one shell went. */
interface ShellAttempt {
  /** Absent when every release of the remote fails. */
  readonly outcome?: Outcome<PageView>;
  /** The release that works. */
  readonly release?: Release;
  readonly failed: Failures;
}

/** Renders a page with one shell, from the first release of its remote that works. */
async function renderWithShell(
  rendering: Rendering,
  { remote }: PageRoute,
  placeIn: (release: Release) => PagePlace,
): Promise<ShellAttempt> {
  const { circuitBreakers, rollouts } = rendering.tools;
  const failed = new Map<Release, Failure>();
  for (const release of rendering.live.remotes.get(remote) ?? []) {
    const place = placeIn(release);
    if (circuitBreakers.failureOf(place)) continue;
    const remotes = preferredRemotes(rendering).set(release.manifest.name, release);
    const outcome = await render(rendering, release, remotes);
    if (isShown(outcome)) {
      for (const [before, failure] of failed) {
        circuitBreakers.failed(placeIn(before), failure);
        rollouts.renderFailed(before, failure);
      }
      circuitBreakers.succeeded(place);
      return { outcome, release, failed };
    }
    // Someone who posts a form, or searches, must not decide whether others get the page, so its failure doesn't open the circuit.
    if (!isFailure(outcome) || rendering.request.refused || rendering.request.address.isSearch)
      return { outcome, failed };
    failed.set(release, outcome);
  }
  return { failed };
}

/** Renders the 404 page, which the shell brings, with the first shell that can: also in place of a page that fails. */
async function renderNotFound(rendering: Rendering, failures: readonly Failure[] = []): Promise<Outcome<PageView>> {
  const { live, request, route, tools } = rendering;
  let outcome: Outcome<PageView> = { kind: 'threw', message: 'There is no shell.' };
  for (const set of [live, ...live.fallbacks]) {
    const remotes = preferredRemotes({ ...rendering, live: set });
    if (route) remotes.delete(route.remote);
    const attempt = { ...rendering, live: set, request: { ...request, refused: undefined } };
    outcome = await render(attempt, undefined, remotes);
    if (!isFailure(outcome) || tools.development) break;
    tools.releases.suspect(set);
  }
  return isShown(outcome) ? inPlaceOf(rendering, outcome, failures) : outcome;
}

/** The 404 page: a substitute where its remote has a page that fails, or may have one when it can be used again. */
function inPlaceOf(
  { live, request, route, tools }: Rendering,
  notFound: Shown<PageView>,
  failures: readonly Failure[],
): Shown<PageView> {
  const remote = route?.remote ?? failingRemoteAt(request.address.path, live);
  const isUnreachable = remote !== undefined && live.unreachable.has(remote);
  const isUnusable = remote !== undefined && live.unusable.includes(remote);
  if (!isUnreachable && !isUnusable && failures.length === 0) return notFound;
  const isElsewhere = remote !== undefined && tools.takeOver.lost(live).includes(remote);
  const status = isUnreachable || failures.some(mayPass) ? 503 : notFound.status;
  return { ...notFound, kind: 'substitute', status: isElsewhere ? notHere : status };
}

/** Renders a page from the sources as they are. No other page stands in for one that fails. */
async function renderInDevelopment(
  rendering: Rendering,
  { remote, module }: PageRoute,
  release: Release | undefined,
  development: NonNullable<RenderTools['development']>,
): Promise<Outcome<PageView>> {
  const message = `SITE-REMOTE The remote "${remote}", which brings ${module}, is not built.`;
  const outcome: Outcome<PageView> = release
    ? await render(rendering, release, preferredRemotes(rendering))
    : { kind: 'threw', message };
  return await reported(rendering, development, rendering.request.address.match?.page ?? '', outcome);
}

/** Tells the developer how a page went, and its fragments. */
async function reported(
  { request: { address } }: Rendering,
  { onPage }: NonNullable<RenderTools['development']>,
  page: string,
  outcome: Outcome<PageView>,
): Promise<Outcome<PageView>> {
  if (outcome.kind === 'refused') return outcome;
  const { url } = address;
  if (isFailure(outcome)) onPage({ url, page, missingTexts: [], failure: await reasonOf(outcome) });
  else {
    const { missingTexts, developed } = outcome;
    const failed = developed?.failed.map(async ({ name, failure }) => ({ name, ...(await reasonOf(failure)) })) ?? [];
    onPage({ url, page, missingTexts, fragments: await Promise.all(failed) });
  }
  return outcome;
}

const reasonOf = async ({ message, stack, located }: FragmentFailure) => ({
  message: await (located ?? message),
  ...(stack !== undefined && { stack }),
});

/** Renders with a release of the page's remote, or with the shell alone, and measures the time; then its fragments. */
async function render(
  { request, tools, live }: Rendering,
  release: Release | undefined,
  preferred: ReadonlyMap<string, Release>,
): Promise<Outcome<PageView>> {
  const shown = release?.manifest.name;
  const remotes = new Map([...preferred].filter(([name]) => mayLoad(live.policy, shown, name)));
  const { url, match, path } = request.address;
  const { refused, origin, visitor, language, fragment } = request;
  const routes = knownRoutes(language, live.routes);
  const job: RenderJob = {
    request: { url, language },
    origin,
    registry: registryOf(remotes),
    routes: fragment ? { ...routes, slots: { ...routes.slots, 'not-found': [fragment.name] } } : routes,
    fillsHoles: true,
    ...(refused && { result: refused.result }),
  };
  const end = tools.metrics.renderings.startTimer({ remote: shown ?? 'none' });
  const outcome = await renderTraced(tools.renderer, {
    job,
    shell: live.shell,
    page: match?.page,
    address: chosenAddress(request.address),
    remote: release,
    visitor,
  });
  if (outcome.kind === 'refused') return outcome;
  end({ outcome: resultOf(outcome) });
  if (isFailure(outcome)) return { ...outcome, path };
  const status = outcome.parts.module && refused ? refused.status : outcome.status;
  const view = {
    ...outcome,
    status,
    shell: live.shell,
    remotes: new Map([...remotes].filter(([name]) => outcome.parts.remotes.has(name))),
    isIsolated: shown !== undefined && isIsolated(live.policy, shown),
  };
  const { holes } = view.parts;
  if (!holes) return view;
  const given = holes.map((hole) => (hole.name === fragment?.name ? { ...hole, props: fragment.props } : hole));
  return await withFragments(
    { ...view, parts: { ...view.parts, holes: given } },
    { live, job, route: release && match?.route, release, visitor, preferred: remotes },
    tools,
  );
}

/** For each remote the first release whose pages all work: the tab will navigate to them. */
const preferredRemotes = ({ live, tools }: Rendering): Map<string, Release> =>
  new Map(
    [...live.remotes].flatMap(([name, versions]) => {
      const release = versions.find((version) => !tools.circuitBreakers.hasOpen(version)) ?? versions[0];
      return release ? [[name, release] as const] : [];
    }),
  );
