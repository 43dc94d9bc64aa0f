import type { PreflightTask } from '@site/releases/operations/publish.ts';
import type { Release } from '@site/releases/Release.ts';
import type { NewsList } from '@site/shared/contract/news.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { hasParams, type PathParams, pathOfRoute } from '@site/shared/routes/path.ts';
import { isIn } from '@site/shared/routes/table.ts';
import type { CallApi } from '../apiCalls.ts';

/** A page to render in a language, and the module that it comes from. */
export interface PreflightPage {
  /** Its name. */
  readonly page: string;
  readonly url: string;
  readonly language: Language;
  readonly module: string;
  readonly remote: Release;
  /** Whether its address is made up, so that it may be no page's. */
  readonly mayBeMissing: boolean;
}

/** Every page of the remotes of a preflight in every language; one article stands for all. */
export async function preflightPages(
  { remotes, routes }: Pick<PreflightTask, 'remotes' | 'routes'>,
  callApi: CallApi,
): Promise<PreflightPage[]> {
  const urls = languages.map(async (language) => {
    const slug = await sampleSlug(language, callApi);
    return remotes.flatMap((remote) =>
      Object.entries(routes.pages)
        .filter(([, route]) => route.remote === remote.manifest.name && isIn(route, language))
        .map(([page, route]) => {
          const url = pathOfRoute(route, language, paramsOf(route.paths[language], slug));
          const mayBeMissing = hasParams(route, language) && page !== 'article';
          return { page, url, language, module: route.module, remote, mayBeMissing };
        }),
    );
  });
  return (await Promise.all(urls)).flat();
}

/** Every parameter gets an article's slug: other pages may find nothing under that. */
const paramsOf = (path: string, slug: string): PathParams =>
  Object.fromEntries((path.match(/:\w+/g) ?? []).map((parameter) => [parameter.slice(1), slug]));

async function sampleSlug(language: Language, callApi: CallApi): Promise<string> {
  const request = { path: `/api/v1/blog/${language}`, method: 'GET', headers: {} };
  const { body } = await callApi(request, { address: '127.0.0.1' });
  const [first] = (JSON.parse(body) as NewsList).news;
  return first?.slug ?? 'sample';
}
