import { type ContactMessage, Field, useLanguage } from '@site/shared';
import { contactFields, schemaOf } from '@site/shared/contract/contact/fields.ts';
import type { FormError } from '@site/shared/contract/contact/form.ts';
import { formatNumber } from '@site/shared/numbers.ts';
import { useTranslation } from 'react-i18next';
import { useErrorText } from './ErrorSummary.tsx';
import styles from './FormFields.module.css';

interface FormFieldsProps {
  readonly values: Partial<ContactMessage>;
  readonly errors: readonly FormError[];
}

/** The fields of the schema, uncontrolled so that text typed before hydration stays. */
export function FormFields({ values, errors }: FormFieldsProps) {
  const { t } = useTranslation('contact');
  const errorText = useErrorText();
  const language = useLanguage();

  return (
    <div className={styles.fields}>
      {contactFields.map((name) => {
        const { required = true, min, max, input, autoComplete, kind } = schemaOf(name);
        const problem = errors.find((error) => error.kind === 'problem' && error.field === name);
        return (
          <Field
            key={name}
            name={name}
            className={styles[name]}
            label={t(`fields.${name}.label`)}
            hint={t(`fields.${name}.hint`, { min, max: formatNumber(max, language) })}
            error={problem && errorText(problem)}
            defaultValue={values[name]}
            required={required}
            type={input}
            autoComplete={autoComplete}
            multiline={kind === 'text'}
          />
        );
      })}
    </div>
  );
}
