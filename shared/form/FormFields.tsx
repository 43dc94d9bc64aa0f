import { Field, type Translate, useLanguage } from '@site/shared';
import {
  type FieldSchema,
  type FormFields as Fields,
  type FormValues,
  longestOf,
} from '@site/shared/contract/form/fields.ts';
import type { FormError } from '@site/shared/contract/form/form.ts';
import { formatNumber } from '@site/shared/numbers.ts';
import type { ComponentType } from 'react';
import type { CheckboxProps } from './Checkbox.tsx';
import { errorText } from './ErrorSummary.tsx';
import styles from './FormFields.module.css';

export interface FormFieldsProps {
  readonly t: Translate;
  readonly fields: Fields;
  readonly values: Partial<FormValues>;
  readonly errors: readonly FormError[];
  /** Shows the fields of the kind `checkbox`. Forms without any don't load it. */
  readonly checkbox: ComponentType<CheckboxProps> | undefined;
}

/** The fields of a form, uncontrolled so that text typed before hydration stays. */
export function FormFields({ t, fields, values, errors, checkbox }: FormFieldsProps) {
  const language = useLanguage();

  const choicesOf = (name: string, { options, required = true }: FieldSchema) =>
    options && [
      // Nothing is chosen for the visitor.
      { value: '', label: t(required ? 'form.choose' : 'form.none') },
      ...options.map((value) => ({ value, label: t(`fields.${name}.options.${value}`) })),
    ];

  return (
    <div className={styles.fields}>
      {Object.entries(fields).map(([name, schema]) => {
        const { required = true, min, format, autoComplete, kind, half } = schema;
        const problem = errors.find((error) => error.kind === 'problem' && error.field === name);
        const Control = (kind === 'checkbox' && checkbox) || Field;
        return (
          <Control
            key={name}
            name={name}
            className={half ? undefined : styles.whole}
            label={t(`fields.${name}.label`)}
            hint={t(`fields.${name}.hint`, { min: min ?? 1, max: formatNumber(longestOf(schema), language) })}
            error={problem && errorText(t, problem)}
            defaultValue={values[name]}
            required={required}
            type={typeof format === 'string' ? format : undefined}
            options={choicesOf(name, schema)}
            autoComplete={autoComplete}
            multiline={kind === 'text'}
          />
        );
      })}
    </div>
  );
}
