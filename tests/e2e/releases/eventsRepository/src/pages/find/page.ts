import { ApiError, definePage } from '@site/shared';
import { eventsSchema } from '../../schemas.ts';
import { strings } from '../../strings.ts';
import { FindPage, type FindPageData } from './FindPage.tsx';

export default definePage<FindPageData>({
  component: FindPage,
  strings: strings(['find']),
  load: async ({ api, query, signal }) => {
    const words = query.get('q');
    if (words === null) return { found: undefined };
    try {
      return { found: await api.read(`events/find.json?q=${encodeURIComponent(words)}`, eventsSchema, { signal }) };
    } catch (error) {
      if (error instanceof ApiError) return { found: [] };
      throw error;
    }
  },
  head: (_data, translate, { query }) => {
    const words = query.get('q');
    return words === null ? {} : { title: translate('find.results', { words }) };
  },
});
