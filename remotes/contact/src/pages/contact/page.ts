import { definePage } from '@site/shared';
import { action, type FormResult } from '../../form/action.ts';
import { strings } from '../../strings.ts';
import { ContactPage } from './ContactPage.tsx';
import structuredData from './structuredData.server.ts';

export default definePage<undefined, FormResult>({
  component: ContactPage,
  strings: strings(['contact']),
  action,
  structuredData,
});
