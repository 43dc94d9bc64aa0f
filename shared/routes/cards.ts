import type { Language } from '../i18n/languages.ts';
import type { PageName } from './table.ts';

/** The address of the picture that stands for a page where its link is shared. */
export const cardPath = (page: PageName, language: Language): string => `/cards/${language}/${page}.png`;
