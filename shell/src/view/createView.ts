import { type Language, type Page, type PageActionResult, type PageContext, PageNotFoundError } from '@site/shared';
import { limits } from '@site/shared/contract/limits.ts';
import { matchPath, type PageMatch } from '@site/shared/routes/path.ts';
import { pages } from '@site/shared/routes/table.ts';
import { RemoteUnavailableError } from '../federation/remotes.ts';
import { withinTime } from '../federation/withinTime.ts';
import type { Head } from '../head/head.ts';
import { pageContext } from './pageContext.ts';
import { layoutSections, shellStrings } from './shellStrings.ts';
import { splitUrl } from './splitUrl.ts';
import type { ViewTools } from './ViewTools.ts';
import type { LoadedPage, PageContent, View, ViewRequest } from './view.ts';

/** A view that is ready to be shown, with its head. */
export interface PreparedView {
  readonly view: View;
  readonly head: Head;
}

/** What a page's action answered to a posted form, before the page is shown. */
export type ActionAnswer = PageActionResult<unknown> | undefined;

/**
 * Makes the view of an address: finds the page, loads its remote, texts and data, and describes the head.
 *
 * @throws what `loadPage`, or the page itself, throws
 */
export async function createView(request: ViewRequest, tools: ViewTools, result?: unknown): Promise<PreparedView> {
  const match = matchPath(splitUrl(request.url).path);
  const [{ describeHead }, content] = await Promise.all([
    loadHeadWriter(),
    match && loadContent(match, request, tools, result),
  ]);
  if (!content) return createNotFoundView(request, tools);
  const view = { request, content };
  return { view, head: describeHead(view, tools) };
}

/** Makes the view of the 404 page. */
export async function createNotFoundView(request: ViewRequest, tools: ViewTools): Promise<PreparedView> {
  const [{ describeHead }] = await Promise.all([
    loadHeadWriter(),
    tools.loadStrings(shellStrings([...layoutSections, 'notFound']), request.language),
  ]);
  const view: View = { request, content: { kind: 'not-found' } };
  return { view, head: describeHead(view, tools) };
}

/**
 * Hands a posted form to the page at an address. Nothing comes back when no page there takes forms. The page's signal ends its
 * calls first, so that it can answer with the form and an error; an action that doesn't heed it is ended by the budget.
 */
export async function postForm(request: ViewRequest, form: URLSearchParams, tools: ViewTools): Promise<ActionAnswer> {
  const match = matchPath(splitUrl(request.url).path);
  if (!match) return undefined;
  const { page } = await tools.loadPage(pages[match.page]);
  const acting = page.action?.(form, pageContext(match, request, tools));
  return acting && (await withinTime(acting, tools.dataBudget + graceAfterSignal));
}

/** A file of its own in browsers: they need it when they navigate, since the first view's head is the server's. */
const loadHeadWriter = () => import('../head/describeHead.ts');

/** A page's content; nothing when the page itself says that there is nothing at the address. */
async function loadContent(
  match: PageMatch,
  request: ViewRequest,
  tools: ViewTools,
  result: unknown,
): Promise<PageContent | undefined> {
  const loaded = await tools.loadPage(pages[match.page]);
  try {
    const [data] = await Promise.all([
      loadData(loaded.page, pageContext(match, request, tools), tools.dataBudget),
      loadTexts(loaded, request.language, tools),
      tools.loadStrings(shellStrings(layoutSections), request.language),
    ]);
    return { kind: 'page', name: match.page, params: match.params, loaded, data, result };
  } catch (error) {
    if (error instanceof PageNotFoundError) return undefined;
    throw error;
  }
}

/** A page's texts. Their files are the remote's as much as its code is. */
async function loadTexts({ page, remote }: LoadedPage, language: Language, tools: ViewTools): Promise<void> {
  try {
    const budget = Math.min(limits.remoteLoad, tools.dataBudget);
    await withinTime(tools.loadStrings(page.strings, language), budget);
  } catch (cause) {
    throw new RemoteUnavailableError(remote, `its texts in "${language}" did not load`, cause);
  }
}

/** A page's data. The page's signal ends its calls first; a `load` that doesn't heed it is ended by the budget. */
async function loadData(page: Page, context: PageContext, budget: number): Promise<unknown> {
  return page.load && (await withinTime(page.load(context), budget + graceAfterSignal));
}

/** How long a page may take to make do without what its signal has ended, in milliseconds. */
const graceAfterSignal = 500;
