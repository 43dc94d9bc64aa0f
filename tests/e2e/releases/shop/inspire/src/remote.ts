import type { PagesOf, RemoteDefinition } from '@site/shared';

/** A new team, which takes over what Explore recommends. */
export const remote = {
  name: 'inspire',
  pages: { inspire: { source: './src/pages/ideas/page.ts', paths: 'inspire' } },
  fragments: {
    recommendations: { source: './src/fragments/recommendations/fragment.ts', props: { skus: { max: 200 } } },
  },
} as const satisfies RemoteDefinition;

declare global {
  interface SitePages extends PagesOf<typeof remote> {}
}
