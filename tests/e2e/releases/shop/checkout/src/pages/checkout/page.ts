import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { CheckoutPage } from './CheckoutPage.tsx';

export default definePage({ component: CheckoutPage, strings: strings(['order']) });
