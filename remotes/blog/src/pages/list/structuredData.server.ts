import { type DescribeStructuredData, pathOf } from '@site/shared';
import type { ListPageData } from './ListPage.tsx';

/** The news as a list of articles that others have published. */
const structuredData: DescribeStructuredData<ListPageData> = ({ body }, _translate, { language, absolute }) => ({
  type: 'CollectionPage',
  mainEntity: {
    '@type': 'ItemList',
    numberOfItems: body?.length ?? 0,
    itemListElement: (body ?? []).map(({ slug, title, source, publication_date, language: own }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Article',
        headline: title,
        url: absolute(pathOf('article', language, { slug })),
        datePublished: publication_date || undefined,
        publisher: { '@type': 'Organization', name: source },
        inLanguage: own ?? language,
      },
    })),
  },
});

export default structuredData;
