import { type PageActionResult, type PageContext, pathOf } from '@site/shared';
import { isMessageKey } from '@site/shared/contract/contact/contact.ts';
import type { FormError } from '../../form/formError.ts';
import { type FormResult, keyField } from '../../form/formResult.ts';
import { newKey } from '../../form/key.ts';
import { checkMessage, readMessage, sendMessage } from '../../form/message.ts';
import { readTrap } from '../../form/trap.ts';
import { confirmationId, sentQuery } from './sentQuery.ts';

/** Receives the form from a browser without JavaScript, by the rules that hold with it. */
export async function action(
  form: URLSearchParams,
  { api, language, signal }: PageContext,
): Promise<PageActionResult<FormResult>> {
  const values = readMessage(form);
  const sentKey = form.get(keyField) ?? '';
  // Ours comes back as it went out: any other was made by nobody who could send the same message again.
  const key = isMessageKey(sentKey) ? sentKey : newKey();
  const problems = checkMessage(values);
  const errors =
    problems.length > 0
      ? problems
      : await sendMessage(api, { message: values, language, key, website: readTrap(form), signal });
  if (errors.length === 0) return { redirect: `${pathOf('contact', language)}?${sentQuery}=1#${confirmationId}` };
  return { status: statusOf(errors), result: { values, errors: errors.map(asSeenFromServer), key } };
}

/** It is our server that the API has not answered: the visitor's connection is in order. */
const asSeenFromServer = (error: FormError): FormError =>
  error.kind === 'failure' && error.reason === 'unreachable' ? { ...error, reason: 'failed' } : error;

function statusOf(errors: readonly FormError[]): number {
  const failure = errors.find((error) => error.kind === 'failure');
  if (!failure || failure.reason === 'trapped') return 422;
  return failure.reason === 'tooMany' ? 429 : 503;
}
