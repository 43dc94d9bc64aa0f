import type { Language, Page } from '@site/shared';
import type { i18n as I18n } from 'i18next';

/** A function that gives the texts of a page's remote. */
export function translatorOf({ strings }: Page, language: Language, i18n: I18n): (key: string) => string {
  // The types know the shell's texts only: the keys of a remote are its own business.
  const namespace = strings.namespace as keyof Catalogues;
  return i18n.getFixedT(language, namespace) as (key: string) => string;
}
