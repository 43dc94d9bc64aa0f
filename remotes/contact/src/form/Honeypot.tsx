import { contactFormFields } from '@site/shared/contract/contact/form.ts';
import { useTranslation } from 'react-i18next';
import { controlOf } from './draft.ts';
import honeypotStyles from './Honeypot.module.css';

/** A field for bots: people can't see it, screen readers don't read it, the keyboard skips it and browsers don't fill it in. */
export function Honeypot() {
  const { t } = useTranslation('contact');
  return (
    <div className={honeypotStyles.trap} aria-hidden="true">
      <label htmlFor="contact-trap">{t('contact.form.trap')}</label>
      <input
        id="contact-trap"
        name={contactFormFields.honeypot}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
      />
    </div>
  );
}

/** The honeypot's value. */
export const readHoneypot = (form: FormData): string => String(form.get(contactFormFields.honeypot) ?? '');

/** Clears the honeypot, so that a visitor whose browser has filled it in can send again. */
export function clearHoneypot(form: HTMLFormElement): void {
  controlOf(form, contactFormFields.honeypot).value = '';
}
