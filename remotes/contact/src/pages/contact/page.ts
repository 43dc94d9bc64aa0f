import { definePage } from '@site/shared';
import type { ContactFormResult } from '@site/shared/contract/contact/form.ts';
import { strings } from '../../strings.ts';
import { ContactPage } from './ContactPage.tsx';
import structuredData from './structuredData.server.ts';

export default definePage<undefined, ContactFormResult>({
  component: ContactPage,
  strings: strings(['contact', 'fields', 'problems']),
  head: (_, translate, { result }) => (result ? { titlePrefix: translate('contact.form.errorTitle') } : {}),
  structuredData,
});
