import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { LivelyPage } from './LivelyPage.tsx';

export default definePage({ component: LivelyPage, strings: strings(['lively']) });
