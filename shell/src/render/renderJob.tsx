import { createApiClient } from '@site/shared/api/client.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { FragmentPlace } from '@site/shared/fragments/Fragment.tsx';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { withTable } from '@site/shared/routes/currentTable.ts';
import { homePath, matchPath } from '@site/shared/routes/path.ts';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Site } from '../app/Site.tsx';
import { collectHoles } from '../fragments/collectHoles.tsx';
import { FragmentSite } from '../fragments/FragmentSite.tsx';
import { loadFragment } from '../fragments/loadFragment.ts';
import { describeStructuredData } from '../head/structuredData.ts';
import { createNotFoundView, createView, type PreparedView } from '../view/createView.ts';
import { collectingLoader, withoutHead } from '../view/pageMessages.ts';
import { splitUrl, type ViewTools } from '../view/view.ts';
import type { FragmentJob, RenderAnswer, RenderJob, ViewDescription } from './messages.ts';
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
  const render = job.fragment ? await prepareFragment(job, job.fragment, tools) : await preparePage(job, tools);
  return withTable(routes, () => {
    const { html, ...described } = render();
    // The server writes the head, so the boot data needs no messages for it.
    const view: ViewDescription = { ...described, strings: withoutHead(messages) };
    return { kind: 'view', html, view: JSON.stringify(view), missingTexts };
  });
}

type Rendered = Omit<ViewDescription, 'strings'> & { readonly html: string };

/** Loads the page of a job; returns what renders it. */
async function preparePage({ request, routes, result, ...job }: RenderJob, tools: ViewTools): Promise<() => Rendered> {
  const prepared = isRemoteMissing({ request, routes, ...job })
    ? await createNotFoundView(request, tools)
    : await createView(request, tools, result);
  return () => {
    const { place, holes } = collectHoles(job.fillsHoles ? routes : {});
    const html = renderToString(
      <StaticRouter location={request.url}>
        <FragmentPlace value={place}>
          <Site view={prepared.view} api={tools.api} i18n={tools.i18n} />
        </FragmentPlace>
      </StaticRouter>,
    );
    return { html, ...describeView(prepared, tools), ...(holes.length > 0 && { holes }) };
  };
}

/** Loads the fragment of a job; returns what renders it. */
async function prepareFragment(
  { request: { language }, routes }: RenderJob,
  { prefix, props, ...route }: FragmentJob,
  tools: ViewTools,
): Promise<() => Rendered> {
  const { api, i18n } = tools;
  const loaded = await loadFragment({ props, route, language, routes }, tools);
  return () => {
    const { place, holes } = collectHoles(routes);
    const html = renderToString(
      <StaticRouter location={homePath(language)}>
        <FragmentSite {...{ loaded, api, i18n, routes, place }} />
      </StaticRouter>,
      { identifierPrefix: prefix },
    );
    return { html, page: { data: loaded.data }, ...(holes.length > 0 && { holes }) };
  };
}

/** Whether the page's remote has no release: then the view is the 404 page. */
function isRemoteMissing({ request, registry, routes }: RenderJob): boolean {
  const match = matchPath(routes, splitUrl(request.url).path);
  return match !== undefined && registry[match.route.remote] === undefined;
}

/** Describes what the document contains besides the HTML and its messages. */
function describeView(prepared: PreparedView, tools: ViewTools): Omit<Rendered, 'html'> {
  const { content } = prepared.view;
  const structuredData = describeStructuredData(prepared, tools);
  const isPage = content.kind === 'page';
  return {
    head: prepared.head,
    ...(structuredData && { structuredData }),
    ...(isPage && { page: { data: content.data } }),
  };
}
