import { isHttpsOrigin, strictTransport } from '@site/node/secureHeaders.ts';
import { withCandidates } from '@site/releases/candidates.ts';
import { type ReleaseSet, releaseId } from '@site/releases/Release.ts';
import { pageDocument } from '@site/renderer/documents/document.ts';
import { inlineScriptsOf } from '@site/renderer/documents/inlineFiles.ts';
import type { PreviewMode } from '@site/renderer/documents/previewParts.ts';
import { isShown, notHere, type Outcome } from '@site/renderer/outcome/outcome.ts';
import { type PageRequest, type PageView, type RenderTools, renderView } from '@site/renderer/views/renderView.ts';
import { pageDictionary } from '../dictionaries/PageDictionaries.ts';
import type { ReadFaults } from './boundaryFaults.ts';
import { type CachedPage, toPage } from './CachedPage.ts';
import { forOneVisitor, noIndex, noStore, retryAfter, withoutOpeners } from './headers.ts';
import { withPreview } from './previewMode.ts';

/** A page that is ready to be sent. */
export interface RenderedPage {
  readonly page: CachedPage;
  /** For how many milliseconds its data is fresh; undefined when the site notices changes itself. */
  readonly freshFor?: number | undefined;
}

/** The headers by which a CDN keeps a page until what it was made of changes. */
export type CdnHeaders = (page: PageView, live: ReleaseSet, news: string) => Readonly<Record<string, string>>;

/** How a page differs from the one that everyone gets. */
export interface PageVariation {
  readonly mode?: PreviewMode | undefined;
  /** For `?boundaries`: reads the faults of releases that whoever asks may know. */
  readonly readFaults?: ReadFaults | undefined;
  /** Whether browsers may use the page as a dictionary. */
  readonly isDictionary?: boolean;
  /** The headers of a CDN, and the state of the news. */
  readonly cdn?: { readonly headersOf: CdnHeaders; readonly news: string } | undefined;
  /** Headers that override those of every page. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Renders the page of a request from the live releases, as a whole document with its headers. */
export async function renderPage(
  request: PageRequest,
  tools: RenderTools,
  { mode, readFaults, isDictionary, cdn, headers }: PageVariation = {},
): Promise<Outcome<RenderedPage>> {
  const live = await tools.releases.settled();
  if ('kind' in live) return live;
  const shown = withCandidates(live, request.candidates);
  const outcome = await renderView(request, tools, withPreview(shown, mode));
  if (!isShown(outcome)) return outcome;
  const { kind, status, shell, remotes, filledFrom = new Set(), isIsolated, freshFor } = outcome;
  const isForAll = status === 200 && kind === 'whole' && !mode && live.candidates.size === 0;
  // While a release fails, an earlier one stands in for it. Nobody says when the data of a remote's own API changes.
  const isLasting = isForAll && freshFor === undefined && tools.circuitBreakers.state === '';
  const faults = await readFaults?.([shell, ...remotes.values(), ...filledFrom]);
  const document = pageDocument(outcome.parts, { shell, remotes, inline: inlineScriptsOf(shell), mode, faults });
  const pageHeaders = {
    ...(isHttpsOrigin(request.origin) && strictTransport),
    ...(live.candidates.size > 0 && forOneVisitor),
    ...(isIsolated && withoutOpeners),
    ...(cdn && isLasting && { ...cdn.headersOf(outcome, live, cdn.news), vary: 'accept-encoding' }),
    ...(isDictionary && status === 200 && pageDictionary),
    ...headers,
    ...(kind !== 'whole' && noStore),
    ...(mode && { ...noStore, ...noIndex }),
    ...([503, notHere].includes(status) && retryAfter),
  };
  const { match } = request.address;
  const page = toPage(document, status, pageHeaders, {
    filledBy: [...filledFrom].map(({ manifest }) => manifest.name),
    // A remote's own fragment may be in its page.
    releases: [...new Set([shell, remotes.get(match?.route.remote ?? ''), ...filledFrom])]
      .filter((release) => release !== undefined)
      .map(releaseId),
  });
  return { kind, page, freshFor };
}
