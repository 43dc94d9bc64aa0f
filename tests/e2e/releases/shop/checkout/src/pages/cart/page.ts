import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { CartPage } from './CartPage.tsx';

export default definePage({ component: CartPage, strings: strings(['cart']) });
