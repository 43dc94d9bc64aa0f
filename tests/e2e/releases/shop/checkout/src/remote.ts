import type { EventsOf, FragmentsOf, PagesOf, RemoteDefinition } from '@site/shared';

/** The team of those who buy: the cart, the order, and the button and cart on other teams' pages. */
export const remote = {
  name: 'checkout',
  pages: {
    cart: { source: './src/pages/cart/page.ts', paths: 'checkout/cart' },
    checkout: { source: './src/pages/checkout/page.ts', paths: 'checkout/order' },
  },
  fragments: {
    'add-to-cart': { source: './src/fragments/add-to-cart/fragment.ts', props: { sku: { max: 20 } } },
    'mini-cart': { source: './src/fragments/mini-cart/fragment.ts' },
  },
  emits: { 'checkout:cart-updated': { count: 'number' } },
} as const satisfies RemoteDefinition;

declare global {
  interface SitePages extends PagesOf<typeof remote> {}
  interface SiteFragments extends FragmentsOf<typeof remote> {}
  interface SiteEvents extends EventsOf<typeof remote> {}
}
