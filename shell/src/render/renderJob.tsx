import { createApiClient } from '@site/shared/api/client.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { createI18n, type Strings } from '@site/shared/i18n/createI18n.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import { pages } from '@site/shared/routes/table.ts';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Site, type SiteTools } from '../app/Site.tsx';
import { describeStructuredData } from '../head/structuredData.ts';
import { createNotFoundView, createView, type PreparedView } from '../view/createView.ts';
import { headSections, shellNamespace } from '../view/shellStrings.ts';
import { collectingLoader, withoutSections } from '../view/strings.ts';
import { splitUrl, type ViewTools } from '../view/view.ts';
import type { RenderAnswer, RenderJob, ViewDescription } from './messages.ts';
import { parentFetch } from './parentFetch.ts';
import { serverRemotes } from './serverRemotes.ts';

/** Renders a view. Jobs share no state: each has its own i18n instance. */
export async function renderJob(id: number, job: RenderJob): Promise<RenderAnswer> {
  const { request, origin, registry, gone = [] } = job;
  const missingTexts: string[] = [];
  const onMissing = (key: string) => missingTexts.push(key);
  const i18n = createI18n({ language: request.language, strings: {}, onMissing });
  const { load, strings } = collectingLoader(i18n);
  const tools: ViewTools = {
    api: createApiClient({ prefix: 'http://api/api/v1', fetch: parentFetch(id) }),
    i18n,
    loadPage: serverRemotes(registry),
    loadStrings: load,
    origin,
    dataBudget: limits.pageData,
    signal: AbortSignal.timeout(limits.pageData),
  };
  const prepared = isRemoteMissing(job)
    ? await createNotFoundView(request, tools)
    : await createView(request, tools, job.result);
  const html = renderSite(prepared, { ...tools, gone });
  const view = JSON.stringify(describeView(prepared, tools, strings));
  return { kind: 'view', html, view, missingTexts };
}

/** Whether the page's remote has no release: then the view is the 404 page. */
function isRemoteMissing({ request, registry }: RenderJob): boolean {
  const match = matchPath(splitUrl(request.url).path);
  return match !== undefined && registry[pages[match.page].remote] === undefined;
}

const renderSite = ({ view }: PreparedView, { api, i18n, gone }: ViewTools & SiteTools): string =>
  renderToString(
    <StaticRouter location={view.request.url}>
      <Site view={view} api={api} i18n={i18n} gone={gone} />
    </StaticRouter>,
  );

/** Describes what the document contains besides the HTML, once that has used all of its messages. */
function describeView(prepared: PreparedView, tools: ViewTools, strings: Strings): ViewDescription {
  const { content } = prepared.view;
  const structuredData = describeStructuredData(prepared, tools);
  const isPage = content.kind === 'page';
  return {
    head: prepared.head,
    ...(structuredData && { structuredData }),
    // The server writes the head, so a page's boot data needs no messages for it. The 404 page shows page titles itself.
    strings: isPage ? withoutSections(strings, shellNamespace, headSections) : strings,
    ...(isPage && { page: { data: content.data } }),
  };
}
