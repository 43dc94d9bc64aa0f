import { createApiClient } from '@site/shared/api/client.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { scriptJson } from '@site/shared/format.ts';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import { pages } from '@site/shared/routes/table.ts';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { facts } from '../app/facts.ts';
import { Site, type SiteTools } from '../app/Site.tsx';
import { describeBoot } from '../entry/boot.ts';
import { renderHead } from '../head/renderHead.ts';
import { describeStructuredData } from '../head/structuredData/describeStructuredData.ts';
import { createNotFoundView, createView, type PreparedView, postForm } from '../view/createView.ts';
import { headSections, shellNamespace } from '../view/shellStrings.ts';
import { splitUrl } from '../view/splitUrl.ts';
import { collectingLoader, withoutSections } from '../view/strings.ts';
import type { ViewTools } from '../view/ViewTools.ts';
import type { RenderedParts, RenderJob, RenderOutcome } from './messages.ts';
import { parentFetch } from './parentFetch.ts';
import { serverRemotes } from './serverRemotes.ts';

/** Renders a view. Nothing is kept between jobs: each has its own i18n instance. */
export async function renderJob(id: number, job: RenderJob): Promise<RenderOutcome> {
  const { request, origin, registry, gone = [] } = job;
  const missingTexts: string[] = [];
  const onMissing = (key: string) => missingTexts.push(key);
  const i18n = createI18n({ language: request.language, strings: {}, facts, onMissing });
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
  // The page's data has its own time, which begins when the form is done.
  const tools = toolsWithin(limits.pageData);
  if (job.form !== undefined && !answer) return { kind: 'method-not-allowed' };
  if (answer && 'redirect' in answer) return { kind: 'redirect', location: answer.redirect };
  const prepared = isWithoutRemote(job)
    ? await createNotFoundView(request, tools)
    : await createView(request, tools, answer?.result);
  // A page's head is written, and for the next one the browser loads the whole catalogue; the 404 page names pages itself.
  const isPage = prepared.view.content.kind === 'page';
  const shown = isPage ? withoutSections(strings, shellNamespace, headSections) : strings;
  const boot = describeBoot(prepared.view, { strings: shown, origin, registry, ...(gone.length > 0 && { gone }) });
  const parts = renderParts(prepared, { ...tools, gone }, scriptJson(boot));
  const status = parts.module ? (answer?.status ?? 200) : 404;
  return { kind: 'view', status, parts, missingTexts };
}

/** Whether the page's remote is not to be had: then the page is the 404 page. */
function isWithoutRemote({ request, registry }: RenderJob): boolean {
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
