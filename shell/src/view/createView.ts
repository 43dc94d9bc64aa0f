import { type Language, type Page, type PageContext, PageNotFoundError } from '@site/shared';
import { limits } from '@site/shared/contract/limits.ts';
import { withTable } from '@site/shared/routes/currentTable.ts';
import { matchPath, type PageMatch } from '@site/shared/routes/path.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import { RemoteUnavailableError, withinTime } from '../federation/remotes.ts';
import { describeHead } from '../head/describeHead.ts';
import type { Head } from '../head/head.ts';
import { layoutSections, sectionsAround, shellMessages } from './shellMessages.ts';
import {
  type LoadedPage,
  type PageContent,
  pageContext,
  splitUrl,
  type View,
  type ViewRequest,
  type ViewTools,
} from './view.ts';

/** A view that is ready to show, with its head. */
export interface PreparedView {
  readonly view: View;
  readonly head: Head;
}

/**
 * Creates the view of a request: finds the page, loads its remote, messages and data, and describes the head.
 *
 * @param result the outcome of a posted form, when the view shows it again
 *
 * @throws {RemoteUnavailableError}
 * @throws {Error} what the page's functions throw
 */
export async function createView(request: ViewRequest, tools: ViewTools, result?: unknown): Promise<PreparedView> {
  const routes = await tools.routesIn(request.language);
  const match = matchPath(routes, splitUrl(request.url).path);
  const content = match && (await loadContent(match, { request, routes, result }, tools));
  if (!content) return createNotFoundView(request, tools);
  const view = { request, content, routes };
  return { view, head: withTable(routes, () => describeHead(view, tools)) };
}

/** Creates the view of the 404 page. */
export async function createNotFoundView(request: ViewRequest, tools: ViewTools): Promise<PreparedView> {
  const [routes] = await Promise.all([
    tools.routesIn(request.language),
    tools.loadMessages(shellMessages([...layoutSections, 'notFound']), request.language),
  ]);
  const view: View = { request, content: { kind: 'not-found' }, routes };
  return { view, head: withTable(routes, () => describeHead(view, tools)) };
}

interface Asked {
  readonly request: ViewRequest;
  readonly routes: LanguageRoutes;
  readonly result: unknown;
}

/** A page's content; undefined when its `load` throws `PageNotFoundError`. */
async function loadContent(
  { page: name, route, params }: PageMatch,
  { request, routes, result }: Asked,
  tools: ViewTools,
): Promise<PageContent | undefined> {
  const loaded = await tools.loadPage(route);
  try {
    const context = pageContext({ params, route }, request, tools);
    const [data] = await Promise.all([
      withTable(routes, () => loadData(loaded.page, context, tools.dataBudget)),
      loadMessages(loaded, request.language, tools),
      tools.loadMessages(shellMessages(sectionsAround(route)), request.language),
    ]);
    return { kind: 'page', name, route, params, loaded, data, result };
  } catch (error) {
    if (error instanceof PageNotFoundError) return undefined;
    throw error;
  }
}

/** Loads a page's messages. They are files of the remote: without them it counts as unavailable. */
async function loadMessages({ page, remote }: LoadedPage, language: Language, tools: ViewTools): Promise<void> {
  try {
    const budget = Math.min(limits.remoteLoad, tools.dataBudget);
    await withinTime(tools.loadMessages(page.strings, language), budget);
  } catch (cause) {
    throw new RemoteUnavailableError(remote, `its texts in "${language}" did not load`, cause);
  }
}

/** Loads a page's data. Its calls are aborted first; a `load` that ignores the signal is rejected soon after. */
async function loadData(page: Page, context: PageContext, budget: number): Promise<unknown> {
  return page.load && (await withinTime(page.load(context), budget + graceAfterSignal));
}

/** Milliseconds between the signal and the rejection: time for a page to continue without the aborted calls. */
const graceAfterSignal = 500;
