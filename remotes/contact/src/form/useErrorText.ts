import { useLanguage } from '@site/shared';
import { contactProblemMessages } from '@site/shared/contract/contact/contact.ts';
import { useTranslation } from 'react-i18next';
import type { FormError } from './formError.ts';

/** Gives the function that puts an error into words, in the active language. */
export function useErrorText(): (error: FormError) => string {
  const { t } = useTranslation('contact');
  const language = useLanguage();
  return (error) => {
    switch (error.kind) {
      case 'problem':
        return contactProblemMessages[language][error.problem];
      case 'rejection':
        return error.text;
      case 'failure':
        return t(`contact.form.${error.reason}`);
    }
  };
}
