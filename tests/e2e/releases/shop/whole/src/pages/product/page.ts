import { definePage, PageNotFoundError } from '@site/shared';
import { variants } from '../../decide/variants.ts';
import { fitting, type Kite } from '../../explore/kites.ts';
import { strings } from '../../strings.ts';
import { ProductPage } from './ProductPage.tsx';

export default definePage<readonly Kite[]>({
  component: ProductPage,
  strings: strings(['product', 'recommendations', 'button', 'mini']),
  load: async ({ params: { id = '' }, query }) => {
    const [first] = variants[id] ?? [];
    if (!first) throw new PageNotFoundError(`the kite ${id}`);
    return fitting(query.get('sku') ?? first[0]);
  },
  head: (_data, translate, { params: { id = '' } }) => ({ title: translate(`product.names.${id}`) }),
});
