import type { Language } from '@site/shared/i18n/languages.ts';

/** The label of an item whose source is neither given nor told by its link. */
const plainSource: Readonly<Record<Language, string>> = { en: 'News', fr: 'Actualités', es: 'Noticias' };

/** The label of a source without a name: the host of its address, if it has one. */
export function sourceName(address: string | undefined, language: Language): string {
  return (address && URL.parse(address)?.hostname.replace(/^www\./, '')) || plainSource[language];
}
