import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { PrivacyPage } from './PrivacyPage.tsx';

export default definePage({ component: PrivacyPage, strings: strings(['privacy']) });
