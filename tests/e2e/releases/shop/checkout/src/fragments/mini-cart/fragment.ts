import { defineFragment } from '@site/shared';
import { strings } from '../../strings.ts';
import { MiniCart } from './MiniCart.tsx';

export default defineFragment({ component: MiniCart, strings: strings(['mini']) });
