import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { TeamPage } from './TeamPage.tsx';

export default definePage({ component: TeamPage, strings: strings(['team']) });
