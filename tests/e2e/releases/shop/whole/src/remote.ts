import type { PagesOf, RemoteDefinition } from '@site/shared';

/** The shop of three teams as one team would build it: the same components, in one page. */
export const remote = {
  name: 'whole',
  pages: {
    product: {
      source: './src/pages/product/page.ts',
      paths: 'product/:id',
      query: { sku: ['dart-red', 'dart-blue', 'box-sand', 'box-green', 'ray-red', 'ray-blue'] },
    },
    cart: { source: './src/checkout/pages/cart/page.ts', paths: 'checkout/cart' },
  },
  emits: { 'whole:cart-updated': { count: 'number' }, 'whole:store-chosen': { store: 'text' } },
} as const satisfies RemoteDefinition;

declare global {
  interface SitePages extends PagesOf<typeof remote> {}
}
