import { type Release, type ReleaseSet, releaseId } from '@site/releases/Release.ts';
import type { Catalogue } from '@site/shared/contract/page.ts';
import type { Messages } from '@site/shared/i18n/createI18n.ts';
import { mayLoad } from '@site/shared/routes/policy.ts';
import type { PageRoute } from '@site/shared/routes/table.ts';
import type { RenderJob } from '@site/shell/render/messages.ts';
import { LRUCache } from 'lru-cache';
import type { Visitor } from '../apiCalls.ts';
import { rendererLimits } from '../limits.ts';
import { linkedRemotes } from '../outcome/linkedRemotes.ts';
import { type Failure, type Shown, worstOf } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import type { Renderer } from '../workers/Renderer.ts';
import { type DevelopedFragments, developedOwners } from './developedFragments.ts';
import { asWhole, type FilledFragment, type FragmentOwners, fillPart } from './fillPart.ts';
import type { PageCircuitBreakers } from './PageCircuitBreakers.ts';
import { rememberFragment } from './rememberedFragments.ts';
import { renderTraced } from './renderTraced.ts';
import { registryOf } from './siteJob.ts';

/** The page that the fragments are in, and what it was rendered from. */
interface FragmentPage {
  readonly live: ReleaseSet;
  /** The job that rendered it. */
  readonly job: RenderJob;
  readonly route: PageRoute | undefined;
  /** Its release; undefined for the shell's own page. */
  readonly release: Release | undefined;
  readonly visitor: Visitor;
  /** The releases that its tab may run. */
  readonly preferred: ReadonlyMap<string, Release>;
}

/** What the fragments of pages are rendered with. */
interface FragmentTools {
  readonly renderer: Pick<Renderer, 'render'>;
  readonly circuitBreakers: PageCircuitBreakers;
  readonly rollouts: { renderFailed(release: Release, failure: Failure): void };
  readonly releases: { reportFault(release: Release, code: string, message: string, module?: string): void };
  /** Absent on a site that visitors see. */
  readonly development?: unknown;
}

/** What a view has besides, once it is filled. */
interface Filled {
  readonly filledFrom: ReadonlySet<Release>;
  readonly developed?: DevelopedFragments;
}

/** A page with the fragments that its HTML has holes for: it is as fresh, and as good, as the worst of them. */
export async function withFragments<View extends RenderedView & { readonly remotes: ReadonlyMap<string, Release> }>(
  view: Shown<View>,
  page: FragmentPage,
  tools: FragmentTools,
): Promise<Shown<View & Filled>> {
  const { parts } = view;
  const developed: DevelopedFragments | undefined = tools.development ? { failed: [], elsewhere: [] } : undefined;
  const owners = ownersFor(page, tools);
  const { html, fragments, isComplete } = await fillPart(
    {
      html: parts.html,
      holes: parts.holes ?? [],
      prefix: 'f',
      depth: 1,
      asker: page.release && page.route && { release: page.release, module: page.route.module },
    },
    developed ? developedOwners(owners, developed) : owners,
  );
  const remotes = runningRemotes(html, view.remotes, fragments, page);
  const isRun = ({ release }: FilledFragment) => remotes.get(release.manifest.name) === release;
  const views = [view, ...fragments.map((each) => each.view)];
  const lifetimes = views.flatMap(({ freshFor }) => freshFor ?? []);
  // What is missing may be there again when its circuit closes.
  if (!isComplete) lifetimes.push(rendererLimits.openCircuit);
  return {
    ...view,
    kind: worstOf(views.map(({ kind }) => kind)),
    remotes,
    filledFrom: new Set(fragments.map(({ release }) => release)),
    ...(developed && { developed }),
    missingTexts: views.flatMap(({ missingTexts }) => missingTexts),
    ...(views.some(({ readsApi }) => readsApi) && { readsApi: true }),
    ...(lifetimes.length > 0 && { freshFor: Math.min(...lifetimes) }),
    parts: {
      ...parts,
      html,
      remotes: new Set(remotes.keys()),
      fragments: fragments
        .filter(({ boot }) => mayLoad(page.live.policy, page.route?.remote, boot.remote))
        .map((each) => ({ release: each.release, module: each.module, isRun: isRun(each) })),
      boot: {
        ...parts.boot,
        fragments: {
          ...Object.fromEntries(developed?.elsewhere.map(({ id }) => [id, 'elsewhere'] as const) ?? []),
          ...Object.fromEntries(fragments.map((each) => [each.hole.id, isRun(each) ? each.boot : null])),
        },
        registry: registryOf(remotes),
        strings: mergedStrings(views.map((each) => each.parts.boot.strings)),
      },
    },
  };
}

/** Wrong values that are reported already: visitors may choose them, as a part of an address. */
const { known, time } = rendererLimits.wrongProps;
const reported = new LRUCache<string, true>({ max: known, ttl: time });

/** The owners of the site's fragments, for a page: its visitor gets the same releases of them on other pages. */
function ownersFor(
  { live, job: pageJob, visitor: anyone, preferred }: FragmentPage,
  tools: FragmentTools,
): FragmentOwners {
  const { result: _, ...job } = pageJob;
  // What a visitor typed may be in what the page gives to fragments.
  const visitor = pageJob.result === undefined ? anyone : { ...anyone, isSearch: true as const };
  return {
    fragments: live.routes.fragments,
    releasesOf: (remote) => live.remotes.get(remote) ?? [],
    render: async (fragment, release, name) => {
      const fragmentJob = { ...job, fragment, registry: registryOf(new Map(preferred).set(fragment.remote, release)) };
      const render = async () =>
        asWhole(
          await renderTraced(tools.renderer, {
            job: fragmentJob,
            shell: live.shell,
            page: `the fragment ${name}`,
            ...(Object.keys(fragment.props).length > 0 && { address: JSON.stringify(fragment.props) }),
            remote: release,
            visitor,
            // Code that isn't minified yet takes longer, and a developer waits for it.
            ...(!tools.development && { budget: rendererLimits.fragments.time }),
          }),
          release,
        );
      return visitor.isSearch || tools.development
        ? await render()
        : await rememberFragment(fragmentJob, [live.shell, live.routes, release], render);
    },
    circuitBreakers: tools.circuitBreakers,
    onFailure: (release, failure) => tools.rollouts.renderFailed(release, failure),
    onWrongProps: (name, problem, asker) => {
      if (!asker) return;
      // A fault of its own: when the page works, as it does, that clears what is known of the page.
      const place = `${asker.module} with ${name}`;
      const key = `${releaseId(asker.release)} ${place}`;
      if (reported.has(key)) return;
      reported.set(key, true);
      const message = `It gives the fragment "${name}" ${problem}: it shows the fallback.`;
      tools.releases.reportFault(asker.release, 'RENDER-PROPS', message, place);
    },
  };
}

/** The releases that the tab runs: one of each remote, the page's own first. Others are HTML only. */
function runningRemotes(
  html: string,
  ofPage: ReadonlyMap<string, Release>,
  fragments: readonly FilledFragment[],
  { live, job, route, preferred }: FragmentPage,
): ReadonlyMap<string, Release> {
  const running = new Map(ofPage);
  for (const name of linkedRemotes(html, job.routes)) {
    const release = preferred.get(name);
    if (release && mayLoad(live.policy, route?.remote, name)) running.set(name, running.get(name) ?? release);
  }
  const settled = new Set(route ? [route.remote] : []);
  for (const { release } of fragments) {
    const { name } = release.manifest;
    if (settled.has(name) || !mayLoad(live.policy, route?.remote, name)) continue;
    settled.add(name);
    running.set(name, release);
  }
  return running;
}

/** The messages of all parts: two of one remote may have different sections. */
function mergedStrings(all: readonly Messages[]): Messages {
  const merged: Record<string, Catalogue> = {};
  for (const [namespace, catalogue] of all.flatMap((strings) => Object.entries(strings)))
    merged[namespace] = { ...merged[namespace], ...catalogue };
  return merged;
}
