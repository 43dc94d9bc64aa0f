import type { Language } from '../i18n/languages.ts';
import type { PageName } from './table.ts';

/** Size of every card, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

/** The address of the picture that stands for a page where it is shared. Articles have the blog's. */
export const cardPath = (page: PageName, language: Language): string =>
  `/cards/${language}/${page === 'article' ? 'blog' : page}.png`;
