import { useTranslation } from 'react-i18next';
import { fallbackLanguage, isLanguage, type Language } from '../../i18n/languages.ts';

/** The active language. */
export function useLanguage(): Language {
  const { i18n } = useTranslation('shell');
  return isLanguage(i18n.language) ? i18n.language : fallbackLanguage;
}
