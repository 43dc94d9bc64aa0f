import { ApiError, defineFragment, type FragmentsOf } from '@site/shared';
import type { remote } from '../../remote.ts';
import { strings } from '../../strings.ts';
import { LatestArticle, type LatestArticleData } from './LatestArticle.tsx';

declare global {
  interface SiteFragments extends FragmentsOf<typeof remote> {}
}

export default defineFragment<LatestArticleData, { readonly except: string }>({
  component: LatestArticle,
  strings: strings(['latest']),
  load: async ({ api, language, props, signal }) => {
    try {
      const news = await api.listNews(language, { signal });
      const latest = news.find(({ slug }) => slug !== props.except);
      if (!latest) return null;
      const { slug, title, language: own } = latest;
      return { slug, title, ...(own !== undefined && { language: own }) };
    } catch (error) {
      // A page can do without it.
      if (error instanceof ApiError) return null;
      throw error;
    }
  },
});
