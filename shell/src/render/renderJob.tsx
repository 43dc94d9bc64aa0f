import { createApiClient } from '@site/shared/api/client.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { createI18n, type Messages } from '@site/shared/i18n/createI18n.ts';
import { withTable } from '@site/shared/routes/currentTable.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Site, type SiteTools } from '../app/Site.tsx';
import { describeStructuredData } from '../head/structuredData.ts';
import { createNotFoundView, createView, type PreparedView } from '../view/createView.ts';
import { collectingLoader, withoutHead } from '../view/pageMessages.ts';
import { splitUrl, type ViewTools } from '../view/view.ts';
import type { RenderAnswer, RenderJob, ViewDescription } from './messages.ts';
import { parentFetch } from './parentFetch.ts';
import { serverRemotes } from './serverRemotes.ts';

/** Renders a view. Jobs share no state: each has its own i18n instance and its own route table. */
export async function renderJob(id: number, job: RenderJob): Promise<RenderAnswer> {
  const { request, origin, registry, routes } = job;
  const missingTexts: string[] = [];
  const onMissing = (key: string) => missingTexts.push(key);
  const i18n = createI18n({ language: request.language, messages: {}, onMissing });
  const { load, messages } = collectingLoader(i18n);
  const tools: ViewTools = {
    api: createApiClient({ prefix: 'http://api/api/v1', site: 'http://api', fetch: parentFetch(id) }),
    i18n,
    routesIn: async () => routes,
    loadPage: serverRemotes(registry),
    loadMessages: load,
    origin,
    dataBudget: limits.pageData,
    signal: AbortSignal.timeout(limits.pageData),
  };
  const prepared = isRemoteMissing(job)
    ? await createNotFoundView(request, tools)
    : await createView(request, tools, job.result);
  return withTable(routes, () => {
    const html = renderSite(prepared, tools);
    const view = JSON.stringify(describeView(prepared, tools, messages));
    return { kind: 'view', html, view, missingTexts };
  });
}

/** Whether the page's remote has no release: then the view is the 404 page. */
function isRemoteMissing({ request, registry, routes }: RenderJob): boolean {
  const match = matchPath(routes, splitUrl(request.url).path);
  return match !== undefined && registry[match.route.remote] === undefined;
}

const renderSite = ({ view }: PreparedView, { api, i18n }: SiteTools): string =>
  renderToString(
    <StaticRouter location={view.request.url}>
      <Site view={view} api={api} i18n={i18n} />
    </StaticRouter>,
  );

/** Describes what the document contains besides the HTML, once that has used all of its messages. */
function describeView(prepared: PreparedView, tools: ViewTools, messages: Messages): ViewDescription {
  const { content } = prepared.view;
  const structuredData = describeStructuredData(prepared, tools);
  const isPage = content.kind === 'page';
  return {
    head: prepared.head,
    ...(structuredData && { structuredData }),
    // The server writes the head, so the boot data needs no messages for it.
    strings: withoutHead(messages),
    ...(isPage && { page: { data: content.data } }),
  };
}
