import { type ContactField, type ContactMessage, Field, limits } from '@site/shared';
import type { FormError } from '@site/shared/contract/contact/form.ts';
import { useTranslation } from 'react-i18next';
import { useErrorText } from './ErrorSummary.tsx';
import styles from './FormFields.module.css';

interface FieldOptions {
  readonly type?: 'email';
  readonly autoComplete?: 'name' | 'email' | 'off';
  readonly multiline?: boolean;
}

const fields: readonly [ContactField, FieldOptions][] = [
  ['name', { autoComplete: 'name' }],
  ['email', { type: 'email', autoComplete: 'email' }],
  ['subject', { autoComplete: 'off' }],
  ['message', { multiline: true }],
];

interface FormFieldsProps {
  readonly values: ContactMessage | undefined;
  readonly errors: readonly FormError[];
}

/** The four fields, uncontrolled so that text typed before hydration stays. */
export function FormFields({ values, errors }: FormFieldsProps) {
  const { t } = useTranslation('contact');
  const errorText = useErrorText();

  return (
    <div className={styles.fields}>
      {fields.map(([name, options]) => {
        const problem = errors.find((error) => error.kind === 'problem' && error.field === name);
        return (
          <Field
            key={name}
            name={name}
            className={styles[name]}
            label={t(`contact.form.${name}.label`)}
            hint={t(`contact.form.${name}.hint`, { limits: limits.contact })}
            error={problem && errorText(problem)}
            defaultValue={values?.[name]}
            required
            {...options}
          />
        );
      })}
    </div>
  );
}
