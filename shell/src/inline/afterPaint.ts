/**
 * The first of the site's scripts: the starter loads it as soon as the page is painted. It completes the head, loads the fonts
 * and stores the language.
 */
import { isLanguage, languageStorageKey } from '@site/shared/i18n/languages.ts';
import { headMark } from '../head/head.ts';
import { loadFonts } from './loadFonts.ts';

completeHead();
rememberLanguage();
const { fonts = '' } = document.querySelector<HTMLElement>('[data-fonts]')?.dataset ?? {};
void loadFonts(fonts.split(' '));

/** Activates the tags that wait for the first paint, unless a navigation has replaced them already. */
function completeHead(): void {
  const templates = document.head.querySelectorAll<HTMLTemplateElement>(`template[${headMark}]`);
  for (const template of templates) template.replaceWith(template.content);
}

function rememberLanguage(): void {
  try {
    const isOfPath = isLanguage(location.pathname.split('/')[1]);
    if (isOfPath || localStorage.getItem(languageStorageKey) === null) {
      localStorage.setItem(languageStorageKey, document.documentElement.lang);
    }
  } catch {
    // Storage is blocked: every address still contains the language.
  }
}
