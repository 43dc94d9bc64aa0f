import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';

/** The company page has no content of its own between navigation and footer. */
export default definePage({ component: () => null, strings: strings([]) });
