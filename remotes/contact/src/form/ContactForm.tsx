import { Alert, Button, Heading, LinkedText, type PageProps, pathOf, useLanguage } from '@site/shared';
import { type ContactFormResult, contactConfirmation, contactFormFields } from '@site/shared/contract/contact/form.ts';
import { Send } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ContactForm.module.css';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormFields } from './FormFields.tsx';
import { Honeypot } from './Honeypot.tsx';
import { useContactForm } from './useContactForm.ts';

interface ContactFormProps {
  /** The result of a plain form post, when this view is the answer to one. */
  readonly result: ContactFormResult | undefined;
  readonly prefixTitle: PageProps['prefixTitle'];
  /** Whether this view confirms a plain form post. */
  readonly isConfirmation: boolean;
  /** The subject that a new form begins with; empty when the visitor chose none. */
  readonly subject: string;
}

const titleId = 'contact-form-title';

/** The contact form. It works as a plain HTML form; the script saves the page load. */
export function ContactForm({ result, prefixTitle, isConfirmation, subject }: ContactFormProps) {
  const { t } = useTranslation('contact');
  const language = useLanguage();
  const { formRef, status, errors, fieldErrors, begin, keepDraft, submit, writeAnother } = useContactForm(
    result,
    isConfirmation,
    subject,
  );
  const isSending = status === 'sending' || status === 'retrying';
  const isSent = status === 'sent';

  return (
    <form
      ref={formRef}
      className={styles.form}
      method="post"
      // The answer to a plain post scrolls to the errors.
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
      {errors.length > 0 ? (
        <ErrorSummary errors={errors} prefixTitle={prefixTitle} />
      ) : (
        !isSent && <p className={styles.note}>{t('contact.form.required')}</p>
      )}
      {result && <input type="hidden" name={contactFormFields.key} value={result.key} />}
      <FormFields values={result?.values ?? { subject }} errors={fieldErrors} />
      <Honeypot />
      <p className={styles.note}>
        <LinkedText text={t('contact.form.privacy')} page="privacy" />
      </p>
      <div>
        <Confirmation isSent={isSent} isRetrying={status === 'retrying'} />
        {!isSent && (
          <Button type="submit" className={styles.submit} icon={<Send />} disabled={isSending} aria-busy={isSending}>
            {t(isSending ? 'contact.form.sending' : 'contact.form.send')}
          </Button>
        )}
      </div>
      <p className={styles.note}>
        {isSent ? (
          <LinkedText text={t('contact.form.next')} href={pathOf('contact', language)} onClick={writeAnother} />
        ) : (
          t('contact.form.answer')
        )}
      </p>
    </form>
  );
}

/**
 * Announces that the message has arrived, or is being sent again. The live region is always there, because assistive
 * technology announces only changes in it. It also takes the focus when the submit button disappears.
 */
function Confirmation({ isSent, isRetrying }: { readonly isSent: boolean; readonly isRetrying: boolean }) {
  const { t } = useTranslation('contact');
  const region = useRef<HTMLDivElement>(null);

  // Before the paint: a later effect could take the focus back from a visitor who already writes another message.
  useLayoutEffect(() => {
    if (isSent) region.current?.focus();
  }, [isSent]);

  return (
    <div ref={region} id={contactConfirmation.id} role="status" tabIndex={-1}>
      {isRetrying && <p>{t('contact.form.retrying')}</p>}
      {isSent && <Alert tone="success">{t('contact.form.sent')}</Alert>}
    </div>
  );
}
