import { definePage } from '@site/shared';
import type { FormResult } from '@site/shared/form/Form.tsx';
import { strings } from '../../strings.ts';
import { ContactPage } from './ContactPage.tsx';
import structuredData from './structuredData.server.ts';

export default definePage<undefined, FormResult>({
  component: ContactPage,
  strings: strings(['contact', 'form', 'fields', 'problems']),
  head: (_, translate, { result }) => (result ? { titlePrefix: translate('form.errorTitle') } : {}),
  structuredData,
});
