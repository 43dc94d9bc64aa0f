import { Checkbox } from './Checkbox.tsx';
import { type FormProps, PlainForm } from './PlainForm.tsx';

export type { FormResult } from '@site/shared/contract/form/form.ts';
export { formStrings } from './formStrings.ts';
export type { FormProps } from './PlainForm.tsx';

/** A form with all kinds of fields. Suggested values never tick a box: a visitor gives consent, or doesn't. */
export function Form({ suggested = {}, ...form }: FormProps) {
  const isTyped = ([name]: readonly [string, unknown]) => form.fields[name]?.kind !== 'checkbox';
  return (
    <PlainForm
      {...form}
      suggested={Object.fromEntries(Object.entries(suggested).filter(isTyped))}
      checkbox={Checkbox}
    />
  );
}
