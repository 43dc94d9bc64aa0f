import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { ShopPage } from './ShopPage.tsx';

export default definePage({ component: ShopPage, strings: strings(['shop']) });
