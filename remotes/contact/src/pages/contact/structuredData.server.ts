import type { OfficeId } from '@site/company/offices.ts';
import { brand, type DescribeStructuredData, languages } from '@site/shared';
import { offices } from '../../data/offices.ts';

/** How to reach the company, and where it receives. */
const structuredData: DescribeStructuredData = (_data, translate, { organization }) => ({
  type: 'ContactPage',
  mainEntity: {
    '@type': 'Organization',
    ...organization,
    email: brand.email,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      email: brand.email,
      availableLanguage: languages,
    },
    location: (Object.keys(offices) as OfficeId[]).map((id) => ({
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: translate(`contact.offices.${id}.city`),
        addressCountry: translate(`contact.offices.${id}.country`),
      },
    })),
  },
});

export default structuredData;
