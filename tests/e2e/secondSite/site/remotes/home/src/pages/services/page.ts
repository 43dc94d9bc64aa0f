import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { ServicesPage } from './ServicesPage.tsx';

export default definePage({ component: ServicesPage, strings: strings(['services']) });
