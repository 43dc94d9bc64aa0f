import type { EventsOf, FragmentsOf, PagesOf, RemoteDefinition } from '@site/shared';

/** The team of those who look around: the shop's first page, its lists, and what other teams' pages recommend. */
export const remote = {
  name: 'explore',
  pages: {
    shop: { source: './src/pages/shop/page.ts', paths: 'shop', places: ['menu'] },
    range: { source: './src/pages/range/page.ts', paths: 'shop/:range' },
  },
  fragments: {
    recommendations: { source: './src/fragments/recommendations/fragment.ts', props: { skus: { max: 200 } } },
    'store-picker': { source: './src/fragments/store-picker/fragment.ts' },
  },
  emits: { 'explore:store-chosen': { store: 'text' } },
} as const satisfies RemoteDefinition;

declare global {
  interface SitePages extends PagesOf<typeof remote> {}
  interface SiteFragments extends FragmentsOf<typeof remote> {}
  interface SiteEvents extends EventsOf<typeof remote> {}
}
