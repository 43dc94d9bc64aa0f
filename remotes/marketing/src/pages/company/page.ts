import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { CompanyPage } from './CompanyPage.tsx';

export default definePage({ component: CompanyPage, strings: strings([]) });
