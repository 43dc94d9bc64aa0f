import { Checkbox } from './Checkbox.tsx';
import { type FormProps, PlainForm } from './PlainForm.tsx';

export type { FormResult } from '@site/shared/contract/form/form.ts';
export { formStrings } from './formStrings.ts';
export type { FormProps } from './PlainForm.tsx';

/** A form with all kinds of fields. No box is ticked for the visitor, whatever is suggested: a consent must be given. */
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
