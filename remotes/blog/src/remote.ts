import type { RemoteDefinition } from '@site/shared';

/**
 * The news, the page that leads to an article, and the latest article for other pages. The pages' titles, descriptions and labels are
 * in locales/, under `routes`.
 */
export const remote = {
  name: 'blog',
  pages: {
    blog: { source: './src/pages/list/page.ts', paths: 'blog', places: ['menu', 'footer'] },
    article: {
      source: './src/pages/redirect/page.ts',
      paths: 'blog/:slug',
      query: { stay: [''] },
      closing: 'strip',
      card: 'blog',
      isRedirect: true,
    },
  },
  fragments: {
    'latest-article': { source: './src/fragments/latest/fragment.ts', props: { except: { max: 300 } } },
  },
} as const satisfies RemoteDefinition;
