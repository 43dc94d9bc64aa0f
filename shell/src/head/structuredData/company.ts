import type { JsonLdNode } from '@site/shared';
import { brand } from '@site/shared/site.ts';

/** The name under which the company is spoken of. */
export const organizationId = (origin: string) => ({ '@id': `${origin}/#organization` });

/** The company, as the footer of every page shows it. */
export const organization = (origin: string): JsonLdNode => ({
  '@type': 'Organization',
  ...organizationId(origin),
  name: brand.product,
  url: `${origin}/`,
  logo: `${origin}/apple-touch-icon.png`,
  sameAs: Object.values(brand.social),
});
