import type { DeclaredPage } from '@site/shared/contract/release.ts';
import type { Language } from '@site/shared/i18n/languages.ts';

/** A page of a remote, and the sections of its catalogue that the page shows. */
export interface PageTexts extends Pick<DeclaredPage, 'name' | 'languages'> {
  readonly sections: readonly string[];
}

/**
 * Whether a remote's catalogue needs a key in a language: not if only pages that aren't in the language show it. Sections
 * that no page lists are needed in all languages.
 *
 * @param key such as `list.title`, or `routes.events.title` for the words about a page
 */
export function isNeeded(key: string, language: Language, pages: readonly PageTexts[]): boolean {
  const [section = '', about] = key.split('.');
  const users = pages.filter(({ name, sections }) =>
    section === 'routes' ? name === about : sections.includes(section),
  );
  return users.length === 0 || users.some(({ languages }) => languages === undefined || languages.includes(language));
}
