import { ApiError, defineFragment } from '@site/shared';
import { strings } from '../../strings.ts';
import { LatestArticle, type LatestArticleData } from './LatestArticle.tsx';

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
