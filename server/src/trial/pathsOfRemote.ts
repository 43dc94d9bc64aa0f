import type { NewsList } from '@site/shared/contract/news.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { type PathParams, pathOf } from '@site/shared/routes/path.ts';
import { pageNames, pages } from '@site/shared/routes/table.ts';
import type { ApiBackend } from '../api/ApiBackend.ts';

/** An address to try, its language, and the module that is to answer. */
export interface TriedPath {
  readonly url: string;
  readonly language: Language;
  readonly module: string;
}

/** Every page of a remote in every language; an article stands for all. */
export async function pathsOfRemote(remote: string, api: Pick<ApiBackend, 'call'>): Promise<TriedPath[]> {
  const own = pageNames.filter((name) => pages[name].remote === remote);
  const paths = languages.map(async (language) => {
    const params = await sampleParams(language, api);
    return own.map((name) => ({ url: pathOf(name, language, params), language, module: pages[name].module }));
  });
  return (await Promise.all(paths)).flat();
}

async function sampleParams(language: Language, api: Pick<ApiBackend, 'call'>): Promise<PathParams> {
  const request = { job: 0, path: `/api/v1/blog/${language}`, method: 'GET', headers: {} };
  const { body } = await api.call(request, { address: '127.0.0.1' });
  const [first] = (JSON.parse(body) as NewsList).news;
  return first ? { slug: first.slug } : {};
}
