import { Button, Heading, pathOf, useLanguage } from '@site/shared';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type FormResult, keyField } from '../form/formResult.ts';
import { useContactForm } from '../form/useContactForm.ts';
import { Confirmation } from './Confirmation.tsx';
import styles from './ContactForm.module.css';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormFields } from './FormFields.tsx';
import { Trap } from './Trap.tsx';

interface ContactFormProps {
  /** What the server answered to a plain form post, if this view is the answer to one. */
  readonly result: FormResult | undefined;
  /** Whether this view confirms a plain form post. */
  readonly isConfirmation: boolean;
}

const titleId = 'contact-form-title';

/** The contact form. It is a plain HTML form first; the script spares the visitor the page load. */
export function ContactForm({ result, isConfirmation }: ContactFormProps) {
  const { t } = useTranslation('contact');
  const language = useLanguage();
  const { formRef, status, errors, begin, keepDraft, submit } = useContactForm(result, isConfirmation);
  const isSending = status === 'sending' || status === 'retrying';
  const isSent = status === 'sent';

  return (
    <form
      ref={formRef}
      className={styles.form}
      method="post"
      // The answer to a plain post begins where the errors are.
      action={`${pathOf('contact', language)}#${titleId}`}
      noValidate
      aria-labelledby={titleId}
      onFocus={begin}
      onInput={keepDraft}
      onSubmit={submit}
    >
      <Heading level={2} id={titleId} className={styles.title}>
        {t('contact.form.title')}
      </Heading>
      {errors.length > 0 && <ErrorSummary errors={errors} />}
      {errors.length === 0 && !isSent && <p className={styles.note}>{t('contact.form.required')}</p>}
      {result && <input type="hidden" name={keyField} value={result.key} />}
      <FormFields values={result?.values} errors={errors} />
      <Trap />
      <div>
        <Confirmation isSent={isSent} isRetrying={status === 'retrying'} />
        {!isSent && (
          <Button type="submit" className={styles.submit} icon={<Send />} disabled={isSending} aria-busy={isSending}>
            {t(isSending ? 'contact.form.sending' : 'contact.form.send')}
          </Button>
        )}
      </div>
    </form>
  );
}
