import { type Release, releaseId } from '@site/releases/Release.ts';
import { scriptJson } from '@site/shared/html.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import { routeOf } from '@site/shared/routes/table.ts';
import type { Boot } from '@site/shell/entry/boot.ts';
import type { FragmentHole, RenderAnswer, RenderJob } from '@site/shell/render/messages.ts';
import { z } from 'zod';
import type { Visitor } from '../apiCalls.ts';
import { rendererLimits } from '../limits.ts';
import { serializedError } from '../workers/rendererMessages.ts';
import { linkedRemotes } from './linkedRemotes.ts';
import type { Failure, Shown } from './outcome.ts';
import { type CheckedView, readView, rememberedView } from './viewDescription.ts';

/** A view that a worker has rendered. */
export interface RenderedView {
  readonly status: number;
  readonly parts: RenderedParts;
  readonly missingTexts: readonly string[];
  /** What its head had of other sites, if anything. */
  readonly leftOut?: readonly string[];
  /** Whether the page called the API. */
  readonly readsApi?: boolean;
  /** For how many milliseconds the data of its remote's own API is fresh; absent without such data. */
  readonly freshFor?: number;
}

/** The parts of a document. */
export interface RenderedParts {
  readonly language: string;
  readonly head: string;
  readonly html: string;
  readonly boot: Boot;
  /** The remotes that its tab may load: the page's own, and those that it links to. */
  readonly remotes: ReadonlySet<string>;
  /** The page's remote and module; absent on the 404 page. */
  readonly module?: { readonly remote: string; readonly name: string };
  /** The data of a fragment. */
  readonly data?: unknown;
  /** The places in its HTML that wait for fragments. */
  readonly holes?: readonly FragmentHole[];
  /** The modules of the fragments in it, without those of isolated remotes, which are HTML alone. */
  readonly fragments?: readonly ShownFragment[];
}

/** A fragment of a document. */
export interface ShownFragment {
  readonly release: Release;
  readonly module: string;
  /** Whether its code runs in the tab; otherwise it is HTML with styles. */
  readonly isRun: boolean;
}

/** What a worker was asked to render, and of which release. */
interface Rendered {
  readonly job: RenderJob;
  readonly shell: Release;
  readonly remote: Release | undefined;
  /** The page's name. */
  readonly page: string | undefined;
  readonly visitor: Pick<Visitor, 'isSearch'>;
}

const { renderedPage, answer: limits } = rendererLimits;

/**
 * React escapes every `<`, and no page renders these: they would reach beyond the page's own content. Browsers move the attributes
 * of a second `<html>` or `<body>` to the document's own, where scripts read settings. Boot data is in a script, which no remote has.
 */
const activeElement = /<(?:(?:script|base|meta|object|embed)\b|(?:html|head|body|frameset)[\s/>])/i;

/** A page's HTML or description. A huge one would slow down other teams' pages, since the server keeps and compresses it. */
const pageText = z.string().refine((text) => Buffer.byteLength(text) <= renderedPage, {
  abort: true,
  error: ({ input }) => tooLong(Buffer.byteLength(String(input))),
});

const tooLong = (bytes: number): string => `has ${bytes} bytes, where at most ${renderedPage} are allowed`;

const answerSchema: z.ZodType<RenderAnswer> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('view'),
    html: pageText.refine((html) => !activeElement.test(html), 'has an element that only the server may write'),
    view: pageText,
    missingTexts: z.array(z.string().max(limits.headText)).max(limits.missingTexts),
  }),
  z.strictObject({ kind: z.literal('failed'), ...serializedError, isLate: z.boolean() }),
]);

/**
 * Turns a worker's answer into the parts of a document. The answer is untrusted: the server checks it, writes the head and the
 * boot data itself, and never takes from it what the server knows, such as the releases and the page.
 */
export function readOutcome(answer: unknown, rendered: Rendered): Shown<RenderedView> | Failure {
  try {
    const checked = answerSchema.parse(answer);
    if (checked.kind !== 'view') return failureOf(checked);
    const { html, missingTexts } = checked;
    const view = viewOf(checked.view, rendered);
    if ((view.head === undefined) !== (rendered.job.fragment !== undefined)) throw new Error('It is no page.');
    const parts = writeParts(html, view, rendered);
    const written = Buffer.byteLength(scriptJson(parts.boot));
    // Escaped for a script, data takes up to six times as much.
    if (written > renderedPage) throw new Error(`Its data ${tooLong(written)}.`);
    const { leftOut } = view;
    const status = parts.module ? 200 : 404;
    return { kind: 'whole', status, parts, missingTexts, ...(leftOut.length > 0 && { leftOut }) };
  } catch (error) {
    return refusal(rendered, error instanceof z.ZodError ? problemOf(error) : String(error));
  }
}

const failureOf = ({ isLate, kind: _, ...error }: Extract<RenderAnswer, { kind: 'failed' }>): Failure => ({
  kind: isLate ? 'late' : 'threw',
  ...error,
});

/** What a visitor typed, in a search or a form, isn't remembered. */
function viewOf(json: string, { job, visitor, remote, page }: Rendered): CheckedView {
  const isRedirect = remote?.manifest.pages?.find(({ name }) => name === page)?.isRedirect;
  const origin = isRedirect ? undefined : job.origin;
  return visitor.isSearch || job.result !== undefined ? readView(json, origin) : rememberedView(json, origin);
}

function writeParts(html: string, view: CheckedView, { job, remote }: Rendered): RenderedParts {
  const { request, origin, registry, routes } = job;
  const { titles, ...table } = routes;
  const { head = '', strings, holes } = view;
  const page = view.page && !job.fragment ? bootPage(view.page.data, job, remote) : undefined;
  const strange = Object.keys(strings).find((name) => name !== 'shell' && name !== remote?.manifest.name);
  if (strange !== undefined) throw new Error(`It brings texts of "${strange}".`);
  const remotes = linkedRemotes(html, routes);
  if (page) remotes.add(page.remote);
  // A page that the tab goes to may have any fragment.
  for (const fragment of Object.values(routes.fragments ?? {})) remotes.add(fragment.remote);
  const boot: Boot = {
    request: page ? request : { ...request, url: '' },
    page: page ?? null,
    strings,
    origin,
    registry: Object.fromEntries(Object.entries(registry).filter(([name]) => remotes.has(name))),
    // The 404 page names the page that it suggests.
    routes: page || !titles ? table : { ...table, titles },
  };
  return {
    language: request.language,
    head,
    html,
    boot,
    remotes,
    ...(page && { module: { remote: page.remote, name: routeOf(routes, page.name)?.module ?? '' } }),
    ...(job.fragment && { data: view.page?.data }),
    ...(holes && { holes }),
  };
}

function bootPage(
  data: unknown,
  { request, routes, result }: RenderJob,
  remote: Release | undefined,
): NonNullable<Boot['page']> {
  const match = matchPath(routes, request.url.split('?')[0] ?? '');
  if (!match || !remote) throw new Error('It is a page where there is none.');
  const { page: name, params } = match;
  return { name, params, data, result, remote: remote.manifest.name, release: remote.manifest.version };
}

/** An answer that isn't a page counts as a failed rendering of its release. */
function refusal({ shell, remote }: Rendered, problem: string): Failure {
  const message = `SITE-ANSWER ${releaseId(remote ?? shell)} rendered something that is no page of this site. ${problem}`;
  return { kind: 'threw', message };
}

const problemOf = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.')}: ${message}.`)
    .join(' ');
