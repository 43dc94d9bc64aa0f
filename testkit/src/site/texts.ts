import en from '@site/api/sample/news.en.json' with { type: 'json' };
import es from '@site/api/sample/news.es.json' with { type: 'json' };
import fr from '@site/api/sample/news.fr.json' with { type: 'json' };
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

/** The texts of the site. Tests write out the texts that the specification defines. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: { shell: shellEn, marketing: marketingEn, blog: blogEn, contact: contactEn },
  fr: { shell: shellFr, marketing: marketingFr, blog: blogFr, contact: contactFr },
  es: { shell: shellEs, marketing: marketingEs, blog: blogEs, contact: contactEs },
};

/** The values that texts may use. */
const facts: Readonly<Record<string, string>> = { product: 'Lucarne', year: '2024' };

/** Replaces the placeholders of a text by their values. */
export const filled = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (name, key: string) => values[key] ?? facts[key] ?? name);

/** An item of the sample news of a new database. */
export interface SampleNews {
  readonly slug: string;
  readonly title: string;
  readonly source: string;
  readonly publication_date: string;
  readonly link: string;
  readonly type?: string;
  readonly url_video?: string;
}

type SampleList = readonly [SampleNews, ...SampleNews[]];

const listOf = (news: readonly SampleNews[]) => news as SampleList;

/** The sample news of each language, newest first. */
export const news: Readonly<Record<Language, SampleList>> = { en: listOf(en), fr: listOf(fr), es: listOf(es) };
