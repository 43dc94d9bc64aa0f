import { defineFragment } from '@site/shared';
import { strings } from '../../strings.ts';
import { AddToCart } from './AddToCart.tsx';

export default defineFragment<undefined, { readonly sku: string }>({
  component: AddToCart,
  strings: strings(['button']),
});
