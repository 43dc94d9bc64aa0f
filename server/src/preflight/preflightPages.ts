import type { Release } from '@site/releases/Release.ts';
import type { NewsList } from '@site/shared/contract/news.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { type PathParams, pathOf } from '@site/shared/routes/path.ts';
import { type PageName, pageNames, pages } from '@site/shared/routes/table.ts';
import type { ApiBackend } from '../api/ApiBackend.ts';

/** A page to render in a language, and the module that it comes from. */
export interface PreflightPage {
  readonly page: PageName;
  readonly url: string;
  readonly language: Language;
  readonly module: string;
  readonly remote: Release;
}

/** Every page of some remotes in every language; one article stands for all. */
export async function preflightPages(
  remotes: readonly Release[],
  api: Pick<ApiBackend, 'call'>,
): Promise<PreflightPage[]> {
  const urls = languages.map(async (language) => {
    const params = await sampleParams(language, api);
    return remotes.flatMap((remote) =>
      pagesOf(remote).map((page) => {
        const url = pathOf(page, language, params);
        return { page, url, language, module: pages[page].module, remote };
      }),
    );
  });
  return (await Promise.all(urls)).flat();
}

const pagesOf = ({ manifest }: Release): readonly PageName[] =>
  pageNames.filter((page) => pages[page].remote === manifest.name);

async function sampleParams(language: Language, api: Pick<ApiBackend, 'call'>): Promise<PathParams> {
  const request = { path: `/api/v1/blog/${language}`, method: 'GET', headers: {} };
  const { body } = await api.call(request, { address: '127.0.0.1' });
  const [first] = (JSON.parse(body) as NewsList).news;
  return first ? { slug: first.slug } : {};
}
