import { join } from 'node:path';
import { cataloguesIn } from '@site/shared/testing/catalogues.ts';
import { siteRenderer } from '@site/shared/testing/renderInSite.tsx';

/** Renders a part of a page as the shell would, with this remote's messages. */
export const renderInSite = siteRenderer({
  namespace: 'blog',
  catalogues: cataloguesIn(join(import.meta.dirname, '../../locales')),
});
