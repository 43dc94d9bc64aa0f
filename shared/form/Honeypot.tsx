import type { Translate } from '@site/shared';
import { hiddenFields } from '@site/shared/contract/form/names.ts';
import { controlOf } from './Draft.ts';
import honeypotStyles from './Honeypot.module.css';

/** A field for bots: people can't see it, screen readers don't read it, the keyboard skips it and browsers don't fill it in. */
export function Honeypot({ t }: { readonly t: Translate }) {
  return (
    <div className={honeypotStyles.trap} aria-hidden="true">
      <label htmlFor="form-trap">{t('form.trap')}</label>
      <input
        id="form-trap"
        name={hiddenFields.honeypot}
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
      />
    </div>
  );
}

/** The honeypot's value. */
export const readHoneypot = (form: FormData): string => String(form.get(hiddenFields.honeypot) ?? '');

/** Clears the honeypot, so that a visitor whose browser has filled it in can send again. */
export function clearHoneypot(form: HTMLFormElement): void {
  controlOf(form, hiddenFields.honeypot).value = '';
}
