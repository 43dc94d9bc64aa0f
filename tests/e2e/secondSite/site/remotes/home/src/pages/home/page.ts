import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { HomePage } from './HomePage.tsx';

export default definePage({ component: HomePage, strings: strings(['home']) });
