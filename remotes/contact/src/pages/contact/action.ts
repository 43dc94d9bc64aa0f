import { type PageActionResult, type PageContext, pathOf } from '@site/shared';
import type { FormError } from '../../form/formError.ts';
import type { FormResult } from '../../form/formResult.ts';
import { checkMessage, readMessage, sendMessage } from '../../form/message.ts';
import { sentQuery } from './sentQuery.ts';

/** Receives the form from a browser without JavaScript, by the rules that hold with it. */
export async function action(
  form: URLSearchParams,
  { api, language }: PageContext,
): Promise<PageActionResult<FormResult>> {
  const values = readMessage(form);
  const problems = checkMessage(values);
  const errors = problems.length > 0 ? problems : await sendMessage(api, values, language);
  if (errors.length === 0) return { redirect: `${pathOf('contact', language)}?${sentQuery}=1` };
  return { status: statusOf(errors), result: { values, errors } };
}

function statusOf(errors: readonly FormError[]): number {
  const failure = errors.find((error) => error.kind === 'failure');
  if (!failure) return 422;
  return failure.reason === 'tooMany' ? 429 : 503;
}
