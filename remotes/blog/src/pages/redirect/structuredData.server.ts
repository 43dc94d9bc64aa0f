import type { DescribeStructuredData } from '@site/shared';
import { type RedirectPageData, safeLink } from './RedirectPage.tsx';

/** The article that the page leads to. */
const structuredData: DescribeStructuredData<RedirectPageData> = ({ body: article }, _translate, { language }) =>
  article
    ? {
        mainEntity: {
          '@type': 'Article',
          headline: article.title,
          url: safeLink(article.link) ?? undefined,
          inLanguage: article.language ?? language,
        },
      }
    : {};

export default structuredData;
