import { createApiClient } from '@site/shared/api/client.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { scriptJson } from '@site/shared/format.ts';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import { pages } from '@site/shared/routes/table.ts';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { Site, type SiteTools } from '../app/Site.tsx';
import { describeBoot } from '../entry/boot.ts';
import { renderHead } from '../head/renderHead.ts';
import { describeStructuredData } from '../head/structuredData.ts';
import { createNotFoundView, createView, type PreparedView, postForm } from '../view/createView.ts';
import { headSections, shellNamespace } from '../view/shellStrings.ts';
import { collectingLoader, withoutSections } from '../view/strings.ts';
import { splitUrl, type ViewTools } from '../view/view.ts';
import type { RenderedParts, RenderJob, RenderOutcome } from './messages.ts';
import { parentFetch } from './parentFetch.ts';
import { serverRemotes } from './serverRemotes.ts';

/** Renders a view. Jobs share no state: each has its own i18n instance. */
export async function renderJob(id: number, job: RenderJob): Promise<RenderOutcome> {
  const { request, origin, registry, gone = [] } = job;
  const missingTexts: string[] = [];
  const onMissing = (key: string) => missingTexts.push(key);
  const i18n = createI18n({ language: request.language, strings: {}, onMissing });
  const { load, strings } = collectingLoader(i18n);
  const toolsWithin = (dataBudget: number): ViewTools => ({
    api: createApiClient({ prefix: 'http://api/api/v1', fetch: parentFetch(id) }),
    i18n,
    loadPage: serverRemotes(registry),
    loadStrings: load,
    origin,
    dataBudget,
    signal: AbortSignal.timeout(dataBudget),
  });
  const form = job.form === undefined ? undefined : new URLSearchParams(job.form);
  const answer = form && (await postForm(request, form, toolsWithin(limits.pageAction)));
  // The budget for the page's data starts when the action is done.
  const tools = toolsWithin(limits.pageData);
  if (job.form !== undefined && !answer) return { kind: 'method-not-allowed' };
  if (answer && 'redirect' in answer) return { kind: 'redirect', location: answer.redirect };
  const prepared = isRemoteMissing(job)
    ? await createNotFoundView(request, tools)
    : await createView(request, tools, answer?.result);
  // The head is part of the HTML, so a page's boot data needs no messages for it. The 404 page shows page titles itself.
  const isPage = prepared.view.content.kind === 'page';
  const shown = isPage ? withoutSections(strings, shellNamespace, headSections) : strings;
  const boot = describeBoot(prepared.view, { strings: shown, origin, registry, ...(gone.length > 0 && { gone }) });
  const parts = renderParts(prepared, { ...tools, gone }, scriptJson(boot));
  const status = parts.module ? (answer?.status ?? 200) : 404;
  return { kind: 'view', status, parts, missingTexts };
}

/** Whether the page's remote has no release: then the view is the 404 page. */
function isRemoteMissing({ request, registry }: RenderJob): boolean {
  const match = matchPath(splitUrl(request.url).path);
  return match !== undefined && registry[pages[match.page].remote] === undefined;
}

function renderParts(prepared: PreparedView, tools: ViewTools & SiteTools, boot: string): RenderedParts {
  const { content, request } = prepared.view;
  const html = renderToString(
    <StaticRouter location={request.url}>
      <Site view={prepared.view} api={tools.api} i18n={tools.i18n} gone={tools.gone} />
    </StaticRouter>,
  );
  const module = content.kind === 'page' && { remote: content.loaded.remote, name: pages[content.name].module };
  const head = renderHead(prepared.head, describeStructuredData(prepared, tools));
  return { language: request.language, head, html, boot, ...(module && { module }) };
}
