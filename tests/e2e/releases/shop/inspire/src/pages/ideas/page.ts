import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { IdeasPage } from './IdeasPage.tsx';

export default definePage({ component: IdeasPage, strings: strings(['ideas']) });
