import { definePage } from '@site/shared';
import { outcomeOf } from '../../outcome.ts';
import { strings } from '../../strings.ts';
import { ListPage, type ListPageData } from './ListPage.tsx';
import structuredData from './structuredData.server.ts';

export default definePage<ListPageData>({
  component: ListPage,
  strings: strings(['list', 'video']),
  load: ({ api, language, signal }) => outcomeOf(api.listNews(language, { signal })),
  head: (_data, translate) => ({ title: translate('list.title') }),
  structuredData,
});
