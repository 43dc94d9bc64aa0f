import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { PlanPage } from './PlanPage.tsx';

export default definePage({ component: PlanPage, strings: strings(['plan']) });
