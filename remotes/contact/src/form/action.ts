import { type ContactMessage, type PageActionResult, type PageContext, pathOf } from '@site/shared';
import { isMessageKey } from '@site/shared/contract/contact/contact.ts';
import { readHoneypot } from './Honeypot.tsx';
import { checkMessage, type FormError, newKey, readForm, sendMessage } from './message.ts';

/** Handles the form of a browser without JavaScript, by the same rules as with it. */
export async function action(
  form: URLSearchParams,
  { api, language, signal }: PageContext,
): Promise<PageActionResult<FormResult>> {
  const values = readForm(form);
  const sentKey = form.get(keyField) ?? '';
  // A key of any other form is not one that we made: nobody can send its message again.
  const key = isMessageKey(sentKey) ? sentKey : newKey();
  const problems = checkMessage(values);
  const errors =
    problems.length > 0
      ? problems
      : await sendMessage(api, { message: values, language, key, website: readHoneypot(form), signal });
  if (errors.length === 0) return { redirect: `${pathOf('contact', language)}?${sentQuery}=1#${confirmationId}` };
  return { status: statusOf(errors), result: { values, errors: errors.map(asSeenFromServer), key } };
}

/** Here it is our server that can't reach the API: the visitor's connection is fine. */
const asSeenFromServer = (error: FormError): FormError =>
  error.kind === 'failure' && error.reason === 'unreachable' ? { ...error, reason: 'failed' } : error;

function statusOf(errors: readonly FormError[]): number {
  const failure = errors.find((error) => error.kind === 'failure');
  if (!failure || failure.reason === 'trapped') return 422;
  return failure.reason === 'tooMany' ? 429 : 503;
}

/** Name of the hidden field with the message's key, for a form without scripts. Only an answer has it: the page itself is cached for everyone. */
export const keyField = 'key';

/** The action's result for a message that was not accepted: all that the form needs to show it again. */
export interface FormResult {
  readonly values: ContactMessage;
  readonly errors: readonly FormError[];
  /** The key of the message, for the next try. */
  readonly key: string;
}

/** Query parameter that shows the confirmation, after a form post without JavaScript. */
export const sentQuery = 'sent';

/** Id of the confirmation: without scripts the browser scrolls there. */
export const confirmationId = 'contact-sent';
