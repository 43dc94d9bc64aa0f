import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { AboutPage } from './AboutPage.tsx';

export default definePage({ component: AboutPage, strings: strings(['about']) });
