import { definePage } from '@site/shared';
import type { FormResult } from '../../form/formResult.ts';
import { strings } from '../../strings.ts';
import { action } from './action.ts';
import { ContactPage } from './ContactPage.tsx';
import structuredData from './structuredData.server.ts';

export default definePage<undefined, FormResult>({
  component: ContactPage,
  strings: strings(['contact']),
  action,
  structuredData,
});
