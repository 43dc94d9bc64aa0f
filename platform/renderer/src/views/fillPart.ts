import { type Release, releaseId } from '@site/releases/Release.ts';
import type { FragmentParameters, FragmentValues } from '@site/shared/contract/fragment.ts';
import type { SiteFragment } from '@site/shared/routes/composeTable.ts';
import type { BootFragment } from '@site/shell/entry/boot.ts';
import type { FragmentHole, FragmentJob } from '@site/shell/render/messages.ts';
import { rendererLimits } from '../limits.ts';
import { fillHoles, wholeHtml } from '../outcome/holes.ts';
import { type Failure, isFailure, isShown, type Outcome, type Shown } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import type { PageCircuitBreakers } from './PageCircuitBreakers.ts';

/** A fragment that its owner has rendered, with those in it. */
export interface FilledFragment {
  readonly hole: FragmentHole;
  readonly release: Release;
  readonly module: string;
  readonly view: Shown<RenderedView>;
  readonly boot: BootFragment;
}

/** A part of a page, with the fragments in it. */
export interface FilledPart {
  readonly html: string;
  /** Of all depths. */
  readonly fragments: readonly FilledFragment[];
  /** Whether nothing is missing that somebody has. */
  readonly isComplete: boolean;
}

/** Who has the fragments of a site, and how they render them. */
export interface FragmentOwners {
  readonly fragments: Readonly<Record<string, SiteFragment>>;
  /** The releases of a remote, the preferred one first. */
  readonly releasesOf: (remote: string) => readonly Release[];
  readonly render: (fragment: FragmentJob, release: Release, name: string) => Promise<Outcome<RenderedView>>;
  readonly circuitBreakers: Pick<PageCircuitBreakers, 'failureOf' | 'failed' | 'succeeded'>;
  /** Called for each release that another one stands in for. */
  readonly onFailure: (release: Release, failure: Failure) => void;
  /** Called when a page, or a fragment, asks for something that the fragment doesn't take. */
  readonly onWrongProps: (name: string, problem: string, asker: Asker) => void;
  /** Called when no release of its owner is here, as in development. */
  readonly onElsewhere?: (hole: FragmentHole) => void;
}

/** Whose page or fragment has the holes; absent for the shell's own. */
export type Asker = { readonly release: Release; readonly module: string } | undefined;

/** A part of a page, and what comes before the ids in the fragments of it. */
interface OpenPart {
  readonly html: string;
  readonly holes: readonly FragmentHole[];
  readonly prefix: string;
  readonly depth: number;
  readonly asker: Asker;
}

/**
 * Fills the holes of a part of a page: each with what its owner's process renders, all at the same time. A fragment that fails, is
 * late, or belongs to nobody leaves the fallback, which is in the HTML already.
 */
export async function fillPart(part: OpenPart, owners: FragmentOwners): Promise<FilledPart> {
  const { html, holes, prefix, depth, asker } = part;
  const filled = await Promise.all(
    holes.map(async (hole, index) => {
      const own = `${prefix}${index}-`;
      const fragment = await renderFragment(hole, own, asker, owners);
      if (!fragment) return { hole, inner: undefined };
      const { release, module, view } = fragment;
      // React begins ids with the prefix: a fragment names no hole of the page around it.
      const inside = (view.parts.holes ?? []).filter(({ id }) => id.startsWith(`_${own}`));
      const open = { html: view.parts.html, holes: inside, prefix: own, depth: depth + 1, asker: { release, module } };
      const inner = depth < rendererLimits.fragments.deep ? await fillPart(open, owners) : closed(open);
      return { hole, inner: { ...inner, fragments: [fragment, ...inner.fragments] } };
    }),
  );
  return {
    html: fillHoles(html, new Map(filled.map(({ hole, inner }) => [hole.id, inner?.html]))),
    fragments: filled.flatMap(({ inner }) => inner?.fragments ?? []),
    isComplete: filled.every(({ hole, inner }) =>
      inner ? inner.isComplete : !Object.hasOwn(owners.fragments, hole.name),
    ),
  };
}

const closed = ({ html, holes }: Pick<OpenPart, 'html' | 'holes'>): FilledPart => ({
  html: fillHoles(html, new Map(holes.map(({ id }) => [id, undefined]))),
  fragments: [],
  isComplete: true,
});

/** Renders a fragment from the first release of its owner that works. */
async function renderFragment(
  hole: FragmentHole,
  prefix: string,
  asker: Asker,
  owners: FragmentOwners,
): Promise<FilledFragment | undefined> {
  const { name, props } = hole;
  const fragment = Object.hasOwn(owners.fragments, name) ? owners.fragments[name] : undefined;
  if (!fragment) return undefined;
  const { remote, module } = fragment;
  const releases = owners.releasesOf(remote);
  if (releases.length === 0) {
    owners.onElsewhere?.(hole);
    return undefined;
  }
  const problem = propsProblem(props, fragment.props);
  if (problem !== undefined) {
    owners.onWrongProps(name, problem, asker);
    return undefined;
  }
  // What pages give it may be any: one value may fail where another doesn't.
  const address = Object.keys(props).length > 0 ? JSON.stringify(props) : undefined;
  const failed = new Map<Release, Failure>();
  for (const release of releases) {
    const place = { release, module, address };
    if (owners.circuitBreakers.failureOf(place)) continue;
    const job = { remote, module, props, prefix };
    const outcome = await owners.render(job, release, name);
    if (isShown(outcome)) {
      for (const [before, failure] of failed) owners.onFailure(before, failure);
      owners.circuitBreakers.succeeded(place);
      const {
        data,
        boot: { request },
      } = outcome.parts;
      const boot = { ...job, name, language: request.language, data, release: release.manifest.version };
      return { hole, release, module, view: outcome, boot };
    }
    if (!isFailure(outcome)) return undefined;
    owners.circuitBreakers.failed(place, outcome);
    failed.set(release, outcome);
  }
  return undefined;
}

/** HTML that would reach beyond the fragment is a fault of its release. */
export function asWhole(outcome: Outcome<RenderedView>, release: Release): Outcome<RenderedView> {
  if (!isShown(outcome)) return outcome;
  const { parts } = outcome;
  const { size } = rendererLimits.fragments;
  const refuse = (problem: string): Failure => ({
    kind: 'threw',
    message: `SITE-ANSWER ${releaseId(release)} rendered a fragment whose HTML ${problem}.`,
  });
  const written = [parts.html, JSON.stringify(parts.data) ?? ''];
  if (written.some((text) => Buffer.byteLength(text) > size)) return refuse(`or data has more than ${size} bytes`);
  const html = wholeHtml(parts.html);
  return html === undefined ? refuse('would end elements around it') : { ...outcome, parts: { ...parts, html } };
}

/** What is wrong with what a page gives a fragment; undefined when nothing is. */
function propsProblem(props: FragmentValues, parameters: FragmentParameters = {}): string | undefined {
  for (const [name, value] of Object.entries(props)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) return `"${name}", which it doesn’t take`;
    if (value.length > parameter.max)
      return `"${name}" with ${value.length} characters, where it takes ${parameter.max}`;
  }
  return undefined;
}
