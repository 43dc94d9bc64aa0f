import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { LegalPage } from './LegalPage.tsx';

export default definePage({ component: LegalPage, strings: strings(['legal']) });
