import blogEn from '../../../remotes/blog/locales/en.json' with { type: 'json' };
import blogEs from '../../../remotes/blog/locales/es.json' with { type: 'json' };
import blogFr from '../../../remotes/blog/locales/fr.json' with { type: 'json' };
import contactEn from '../../../remotes/contact/locales/en.json' with { type: 'json' };
import contactEs from '../../../remotes/contact/locales/es.json' with { type: 'json' };
import contactFr from '../../../remotes/contact/locales/fr.json' with { type: 'json' };
import marketingEn from '../../../remotes/marketing/locales/en.json' with { type: 'json' };
import marketingEs from '../../../remotes/marketing/locales/es.json' with { type: 'json' };
import marketingFr from '../../../remotes/marketing/locales/fr.json' with { type: 'json' };
import shellEn from '../../../shell/locales/en.json' with { type: 'json' };
import shellEs from '../../../shell/locales/es.json' with { type: 'json' };
import shellFr from '../../../shell/locales/fr.json' with { type: 'json' };
import type { Language } from './addresses.ts';

interface Texts {
  readonly shell: typeof shellEn;
  readonly marketing: typeof marketingEn;
  readonly blog: typeof blogEn;
  readonly contact: typeof contactEn;
}

/** The catalogues of the site. What the specification words itself stands in the tests instead. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: { shell: shellEn, marketing: marketingEn, blog: blogEn, contact: contactEn },
  fr: { shell: shellFr, marketing: marketingFr, blog: blogFr, contact: contactFr },
  es: { shell: shellEs, marketing: marketingEs, blog: blogEs, contact: contactEs },
};

/** The facts that texts may use. */
const facts: Readonly<Record<string, string>> = { product: 'Lucarne', year: '2024' };

/** A text as the site shows it: with values in the place of their names. */
export const filled = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (name, key: string) => values[key] ?? facts[key] ?? name);
