import type { Organization } from '@site/shared/contract/company.ts';
import { brand } from './brand.ts';

/** What search engines learn about the company on every page. */
export const organization: Organization = {
  '@type': 'Organization',
  name: brand.product,
  sameAs: Object.values(brand.social),
};
