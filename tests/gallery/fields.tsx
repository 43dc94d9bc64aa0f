import { Field } from '@site/shared';
import { type ComponentProps, useId } from 'react';
import { Group, Specimen } from './sheet.tsx';

export function Fields() {
  return (
    <Group title="Form field">
      <Specimen label="empty, required">
        <Sample required />
      </Specimen>
      <Specimen label="hover" state="hover">
        <Sample required />
      </Specimen>
      <Specimen label="focus-visible" state="focus-visible">
        <Sample required />
      </Specimen>
      <Specimen label="filled, optional">
        <Sample defaultValue="A house by the sea" />
      </Specimen>
      <Specimen label="disabled">
        <Sample defaultValue="A house by the sea" disabled />
      </Specimen>
      <Specimen label="error">
        <Sample required defaultValue="A h" error="Subject required or length incorrect." />
      </Specimen>
      <Specimen label="error, focus-visible" state="focus-visible">
        <Sample required defaultValue="A h" error="Subject required or length incorrect." />
      </Specimen>
      <Specimen label="several lines" wide>
        <Sample required multiline label="Message" hint="At least 50 characters" />
      </Specimen>
    </Group>
  );
}

/** A field with a unique name, and so unique ids. */
function Sample(props: Partial<ComponentProps<typeof Field>>) {
  return <Field name={useId()} label="Subject" hint="At least 4 characters" {...props} />;
}
