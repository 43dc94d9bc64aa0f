import { Alert, Button, Heading, LinkedText, type PageProps, type Translate, useApi } from '@site/shared';
import type { FormFields as Fields, FormValues } from '@site/shared/contract/form/fields.ts';
import type { FormResult } from '@site/shared/contract/form/form.ts';
import { confirmation, hiddenFields } from '@site/shared/contract/form/names.ts';
import { Send } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorSummary } from './ErrorSummary.tsx';
import styles from './Form.module.css';
import { FormFields, type FormFieldsProps } from './FormFields.tsx';
import { Honeypot } from './Honeypot.tsx';
import { orPosted, type SendForm } from './orPosted.ts';
import { useForm } from './useForm.ts';

export interface FormProps {
  /** The name of its remote, whose catalogue has the form's texts. */
  readonly remote: string;
  /** The form's name. */
  readonly name: string;
  readonly fields: Fields;
  /** The properties of its page. */
  readonly page: Pick<PageProps<unknown, FormResult>, 'query' | 'result' | 'prefixTitle'>;
  /** The path of its page. */
  readonly action: string;
  /** Sends the values; default, and where a cookie is missing: to the page, whose server gives them to the remote's API. */
  readonly send?: SendForm;
  /** Values that a new form begins with. */
  readonly suggested?: Partial<FormValues>;
}

interface PlainFormProps extends FormProps {
  readonly checkbox?: FormFieldsProps['checkbox'];
}

const titleId = 'form-title';
const nothing = {};

/**
 * A form. It works as a plain HTML form; the script saves the page load. It has what the site's own form needs; `Form` adds what
 * the forms of other remotes may have.
 */
export function PlainForm({ remote, name, fields, page, action, send, suggested = nothing, checkbox }: PlainFormProps) {
  const api = useApi();
  // Each remote's catalogue has these keys, whatever else it has.
  const { t } = useTranslation(remote as never) as unknown as { readonly t: Translate };
  const { query, result, prefixTitle } = page;
  const post: SendForm = (values, options) => api.sendForm(action, values, options);
  const isConfirmation = query.get(confirmation.query) === '1';
  const { formRef, status, errors, fieldErrors, begin, keepDraft, leaveField, submit, writeAnother } = useForm({
    name: `form-${remote}-${name}`,
    fields,
    send: send ? orPosted(send, post) : post,
    result,
    isConfirmation,
    suggested,
  });
  const isSending = status === 'sending' || status === 'retrying';
  const isSent = status === 'sent';

  return (
    <form
      ref={formRef}
      className={styles.form}
      method="post"
      // The answer to a plain post scrolls to the errors.
      action={`${action}#${titleId}`}
      noValidate
      aria-labelledby={titleId}
      onFocus={begin}
      onInput={keepDraft}
      onBlur={leaveField}
      onSubmit={submit}
    >
      <Heading level={2} id={titleId} className={styles.title}>
        {t('form.title')}
      </Heading>
      {errors.length > 0 ? (
        <ErrorSummary t={t} errors={errors} prefixTitle={prefixTitle} />
      ) : (
        !isSent && <p className={styles.note}>{t('form.required')}</p>
      )}
      {result && <input type="hidden" name={hiddenFields.key} value={result.key} />}
      <FormFields t={t} fields={fields} values={result?.values ?? suggested} errors={fieldErrors} checkbox={checkbox} />
      <Honeypot t={t} />
      <p className={styles.note}>
        <LinkedText text={t('form.privacy')} page="privacy" />
      </p>
      <div>
        <Confirmation t={t} isSent={isSent} isRetrying={status === 'retrying'} />
        {!isSent && (
          <Button
            type="submit"
            className={styles.submit}
            icon={<Send />}
            // `disabled` would take the focus from it. Pressed again, it sends nothing.
            aria-disabled={isSending || undefined}
            aria-busy={isSending}
          >
            {t(isSending ? 'form.sending' : 'form.send')}
          </Button>
        )}
      </div>
      <p className={styles.note}>
        {isSent ? <LinkedText text={t('form.next')} href={action} onClick={writeAnother} /> : t('form.answer')}
      </p>
    </form>
  );
}

interface ConfirmationProps {
  readonly t: Translate;
  readonly isSent: boolean;
  readonly isRetrying: boolean;
}

/**
 * Announces that the form has arrived, or is being sent again. The live region is always there, because assistive technology
 * announces only changes in it. It also takes the focus when the submit button disappears.
 */
function Confirmation({ t, isSent, isRetrying }: ConfirmationProps) {
  const region = useRef<HTMLDivElement>(null);

  // Before the paint: a later effect could take the focus back from a visitor who already writes another message.
  useLayoutEffect(() => {
    if (isSent) region.current?.focus();
  }, [isSent]);

  return (
    <div ref={region} id={confirmation.id} role="status" tabIndex={-1}>
      {isRetrying && <p>{t('form.retrying')}</p>}
      {isSent && <Alert tone="success">{t('form.sent')}</Alert>}
    </div>
  );
}
