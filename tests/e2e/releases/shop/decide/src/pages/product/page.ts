import { definePage, PageNotFoundError } from '@site/shared';
import { strings } from '../../strings.ts';
import { variants } from '../../variants.ts';
import { ProductPage } from './ProductPage.tsx';

export default definePage({
  component: ProductPage,
  strings: strings(['product']),
  load: async ({ params: { id = '' } }) => {
    if (!Object.hasOwn(variants, id)) throw new PageNotFoundError(`the kite ${id}`);
    return undefined;
  },
  head: (_data, translate, { params: { id = '' } }) => ({ title: translate(`product.names.${id}`) }),
});
