import type { DescribeStructuredData } from '@site/shared';
import type { RedirectPageData } from './RedirectPage.tsx';
import { safeLink } from './safeLink.ts';

/** The article that the page leads to. */
const structuredData: DescribeStructuredData<RedirectPageData> = ({ body: article }, _translate, { language }) =>
  article
    ? {
        mainEntity: {
          '@type': 'Article',
          headline: article.title,
          url: safeLink(article.link) ?? undefined,
          inLanguage: language,
        },
      }
    : {};

export default structuredData;
