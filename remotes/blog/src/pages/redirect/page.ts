import { definePage, limits, PageNotFoundError } from '@site/shared';
import { outcomeOf } from '../../outcome.ts';
import { strings } from '../../strings.ts';
import { stayQuery } from './RedirectNotice.tsx';
import { RedirectPage, type RedirectPageData, safeLink } from './RedirectPage.tsx';
import structuredData from './structuredData.server.ts';

export default definePage<RedirectPageData>({
  component: RedirectPage,
  strings: strings(['redirect', 'video']),
  load: async ({ api, language, params, signal }) => {
    const slug = params.slug ?? '';
    const outcome = await outcomeOf(api.findArticle(language, slug, { signal }));
    if (outcome.failure?.status === 404) throw new PageNotFoundError(`article "${slug}"`);
    return outcome;
  },
  head: ({ body: article }, _, { query }) => {
    if (!article) return { isIndexed: false };
    const link = safeLink(article.link);
    const described = { articleTitle: article.title, isIndexed: false, ...(link && { canonical: link }) };
    if (query.has(stayQuery)) return described;
    const refresh = link ? { seconds: limits.redirectDelay / 1000, url: link } : { seconds: 0, url: '/' };
    return { ...described, refresh };
  },
  structuredData,
});
