import { isHttpsOrigin, strictTransport } from '@site/http/secureHeaders.ts';
import type { SiteParts } from '../SiteParts.ts';
import { type CachedPage, toPage } from './CachedPage.ts';
import { pageDocument } from './document.ts';
import { inlineScriptsOf } from './inlineScripts.ts';
import { type PageMode, withPreview } from './pageMode.ts';
import { type PageOutcome, type PageRequest, renderPage } from './renderPage.ts';

/** A page that is ready to be sent, or what became of the request instead. */
export type MadePage =
  | {
      readonly kind: 'page';
      readonly page: CachedPage;
      /** Whether the page had to do without an answer of the API. */
      readonly isIncomplete: boolean;
    }
  | Exclude<PageOutcome, { readonly kind: 'view' }>;

/** How a page differs from the one that everybody gets. */
export interface PageVariation {
  readonly mode?: PageMode | undefined;
  /** Headers in the place of those that pages have by themselves. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What keeps a page out of every cache. */
export const noStore = { 'cache-control': 'no-store' };

/** After how many seconds it makes sense to come back when something failed that may pass. */
export const retryAfter = { 'retry-after': '5' };

/** Renders the page of a request from what is live now, and sets it into its document. */
export async function makePage(
  request: PageRequest,
  parts: SiteParts,
  { mode, headers }: PageVariation = {},
): Promise<MadePage> {
  const live = parts.releases.current();
  const { shell } = live;
  const outcome = await renderPage(request, { ...parts, releases: withPreview(live, mode) });
  if (outcome.kind !== 'view') return outcome;
  const { status, remotes, isIncomplete = false } = outcome;
  const document = pageDocument(outcome.parts, { shell, remotes, inline: inlineScriptsOf(shell), mode });
  const page = toPage(document, status, {
    ...(isHttpsOrigin(request.origin) && strictTransport),
    ...headers,
    ...(isIncomplete && noStore),
    ...(mode && { ...noStore, 'x-robots-tag': 'noindex' }),
    ...(status === 503 && retryAfter),
  });
  return { kind: 'page', page, isIncomplete };
}
