import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { SalonsPage } from './SalonsPage.tsx';

export default definePage({ component: SalonsPage, strings: strings(['salons']) });
