import type { PagesOf, RemoteDefinition } from '@site/shared';

/** The team of those who choose: a page for each kite, with its colours. */
export const remote = {
  name: 'decide',
  pages: {
    product: {
      source: './src/pages/product/page.ts',
      paths: 'product/:id',
      query: { sku: { max: 20 } },
    },
  },
} as const satisfies RemoteDefinition;

declare global {
  interface SitePages extends PagesOf<typeof remote> {}
}
