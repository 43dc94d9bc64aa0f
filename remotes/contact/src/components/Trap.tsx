import { useTranslation } from 'react-i18next';
import { trapField } from '../form/trap.ts';
import styles from './Trap.module.css';

/** A field that is not for people: neither seen, nor read aloud, nor reached by the keyboard, nor filled in by browsers. */
export function Trap() {
  const { t } = useTranslation('contact');
  return (
    <div className={styles.trap} aria-hidden="true">
      <label htmlFor="contact-trap">{t('contact.form.trap')}</label>
      <input id="contact-trap" name={trapField} tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
    </div>
  );
}
