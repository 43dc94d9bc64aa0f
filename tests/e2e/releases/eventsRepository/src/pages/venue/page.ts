import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { VenuePage } from './VenuePage.tsx';

export default definePage({ component: VenuePage, strings: strings(['venue']) });
