import type { JsonLdNode, Language } from '@site/shared';
import { brand } from '@site/shared/site.ts';
import { organizationId } from './company.ts';

/** The site, or its version in a language, by the path that it begins at. */
export const website = (origin: string, path: string, inLanguage: Language | readonly Language[]): JsonLdNode => ({
  '@type': 'WebSite',
  '@id': `${origin}${path}#website`,
  name: brand.product,
  url: origin + path,
  inLanguage,
  publisher: organizationId(origin),
});
