import type { Catalogue, Language, PageStrings } from '@site/shared';
import { inEachLanguage } from '@site/shared/i18n/languages.ts';

/** What every form says. */
const everyForm = inEachLanguage(
  (language) => (): Promise<{ readonly default: { readonly form: Catalogue } }> =>
    import(/* webpackChunkName: "messages" */ `@site/company/locales/${language}.json?form`, {
      with: { type: 'json' },
    }),
);

/**
 * The messages of a page with a form: those of the page, and under `form` what every form says, unless the remote's catalogue
 * has words of its own there. The catalogue has at least the form's `title`, and the texts of its fields and their problems.
 *
 * @param page the messages of the page, with the sections `form`, `fields` and `problems`
 */
export function formStrings(page: PageStrings): PageStrings {
  const withForm = (language: Language) => async (): Promise<Catalogue> => {
    const [own, every] = await Promise.all([page.catalogues[language](), everyForm[language]()]);
    return { ...own, form: { ...every.default.form, ...Object(own.form) } };
  };
  return { ...page, catalogues: inEachLanguage(withForm) };
}
