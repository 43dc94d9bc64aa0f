import type { PreflightTask } from '@site/releases/operations/publish.ts';
import type { Release } from '@site/releases/Release.ts';
import { readNewsList } from '@site/shared/api/readNews.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { hasParams, matchPath, type PathParams, pathOfRoute } from '@site/shared/routes/path.ts';
import { isIn, type RouteTable } from '@site/shared/routes/table.ts';
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
          const url = pathOfRoute(route, language, paramsOf(route.paths[language], slug ?? 'sample'));
          const mayBeMissing = hasParams(route, language) && (page !== 'article' || slug === undefined);
          return { page, url, language, module: route.module, remote, mayBeMissing };
        }),
    );
  });
  return (await Promise.all(urls)).flat();
}

/** The first address of a page with parameters that documents link to, in its language. */
export function linkedAddress(
  { page, language }: Pick<PreflightPage, 'page' | 'language'>,
  documents: readonly string[],
  table: RouteTable,
): string | undefined {
  const links = documents.flatMap((html) => [...html.matchAll(/ href="(\/[^"?#]*)/g)].map(([, path = '']) => path));
  return links.find((path) => {
    const match = matchPath(table, path);
    return match?.page === page && match.language === language;
  });
}

/** Every parameter gets an article's slug: other pages may find nothing under that. */
const paramsOf = (path: string, slug: string): PathParams =>
  Object.fromEntries((path.match(/:\w+/g) ?? []).map((parameter) => [parameter.slice(1), slug]));

/** The slug of an article; undefined when there is none, or when the API doesn't answer: a release may have to go live just then. */
async function sampleSlug(language: Language, callApi: CallApi): Promise<string | undefined> {
  const request = { path: `/api/v1/blog/${language}`, method: 'GET', headers: {} };
  const { status, body } = await callApi(request, { address: '127.0.0.1' });
  return status === 200 ? readNewsList(JSON.parse(body))?.[0]?.slug : undefined;
}
