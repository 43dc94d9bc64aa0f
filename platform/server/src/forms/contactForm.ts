import type { Visitor } from '@site/renderer/apiCalls.ts';
import type { RefusedForm } from '@site/renderer/views/renderView.ts';
import { createApiClient } from '@site/shared/api/client.ts';
import { contactSchema } from '@site/shared/contract/contact/fields.ts';
import { normalValues } from '@site/shared/contract/form/fields.ts';
import { checkForm, type FormError, readForm, sendForm } from '@site/shared/contract/form/form.ts';
import { hiddenFields } from '@site/shared/contract/form/names.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { type ApiBackend, apiFetch } from '../api/ApiBackend.ts';
import { serverLimits } from '../limits.ts';
import { keyOf, refusalOf } from './refusal.ts';

/** Sends the message of a contact form, by the same rules as a page with JavaScript. It is stored when nothing is returned. */
export async function submitContact(
  form: URLSearchParams,
  language: Language,
  api: Pick<ApiBackend, 'call'>,
  visitor: Visitor,
): Promise<RefusedForm | undefined> {
  const values = readForm(contactSchema, form);
  const key = keyOf(form);
  const website = form.get(hiddenFields.honeypot) ?? '';
  const message = normalValues(contactSchema, values);
  const problems = checkForm(contactSchema, message);
  const client = createApiClient({ prefix: 'http://api/api/v1', fetch: apiFetch(api, visitor) });
  const signal = AbortSignal.timeout(serverLimits.formSubmission);
  const send = (options: object) => client.sendMessage(message, language, options);
  const errors = problems.length > 0 ? problems : await sendForm(contactSchema, send, { key, website, signal });
  return errors.length > 0 ? refusalOf({ values, errors: errors.map(asSeenFromServer), key }) : undefined;
}

/** Rewords a connection error: here our server can't reach the API, while the visitor's connection is fine. */
const asSeenFromServer = (error: FormError): FormError =>
  error.kind === 'failure' && error.reason === 'unreachable' ? { ...error, reason: 'unknown' } : error;
