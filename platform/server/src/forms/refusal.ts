import type { RefusedForm } from '@site/renderer/views/renderView.ts';
import { type FormResult, isFormKey, newKey } from '@site/shared/contract/form/form.ts';
import { hiddenFields } from '@site/shared/contract/form/names.ts';

/** The key of a posted form. We didn't make a key of another format, so it can't be a retry. */
export function keyOf(form: URLSearchParams): string {
  const sent = form.get(hiddenFields.key) ?? '';
  return isFormKey(sent) ? sent : newKey();
}

/** A form that was not accepted, with the status of its page. */
export const refusalOf = (result: FormResult): RefusedForm => ({ status: statusOf(result), result });

function statusOf({ errors }: FormResult): RefusedForm['status'] {
  const failure = errors.find((error) => error.kind === 'failure');
  if (!failure || failure.reason === 'trapped') return 422;
  return failure.reason === 'tooMany' ? 429 : 503;
}
