import blogEn from '@site/blog/locales/en.json' with { type: 'json' };
import blogEs from '@site/blog/locales/es.json' with { type: 'json' };
import blogFr from '@site/blog/locales/fr.json' with { type: 'json' };
import type { Texts as SiteTexts } from '@site/company/languages.ts';
import en from '@site/company/sample/news.en.json' with { type: 'json' };
import es from '@site/company/sample/news.es.json' with { type: 'json' };
import fr from '@site/company/sample/news.fr.json' with { type: 'json' };
import contactEn from '@site/contact/locales/en.json' with { type: 'json' };
import contactEs from '@site/contact/locales/es.json' with { type: 'json' };
import contactFr from '@site/contact/locales/fr.json' with { type: 'json' };
import marketingEn from '@site/marketing/locales/en.json' with { type: 'json' };
import marketingEs from '@site/marketing/locales/es.json' with { type: 'json' };
import marketingFr from '@site/marketing/locales/fr.json' with { type: 'json' };
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';
import type { Language } from './addresses.ts';

interface RemoteTexts {
  readonly marketing: typeof marketingEn;
  readonly blog: typeof blogEn;
  readonly contact: typeof contactEn;
}

/** The texts of the layout and of the head: the words of the pages come from their remotes. */
function withPages(shell: SiteTexts['shell'], { marketing, blog, contact }: RemoteTexts) {
  const routes = { ...marketing.routes, ...blog.routes, ...contact.routes, ...shell.routes };
  const { services, pricing, team, privacy, legal } = marketing.routes;
  const navigation = { services: services.link, pricing: pricing.link, team: team.link, blog: blog.routes.blog.link };
  const company = { about: team.footerLink, contact: contact.routes.contact.link, blog: blog.routes.blog.link };
  return {
    ...shell,
    routes,
    navigation: { ...shell.navigation, ...navigation },
    footer: {
      ...shell.footer,
      legal: { ...shell.footer.legal, privacy: privacy.link, terms: legal.link },
      company: { ...shell.footer.company, ...company },
    },
  };
}

interface Texts extends RemoteTexts {
  readonly shell: ReturnType<typeof withPages>;
}

const textsOf = (shell: SiteTexts['shell'], remotes: RemoteTexts): Texts => ({
  ...remotes,
  shell: withPages(shell, remotes),
});

const shellTexts = siteTexts('shell');

/** The texts of the site. Tests write out the texts that the specification defines. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: textsOf(shellTexts.en, { marketing: marketingEn, blog: blogEn, contact: contactEn }),
  fr: textsOf(shellTexts.fr, { marketing: marketingFr, blog: blogFr, contact: contactFr }),
  es: textsOf(shellTexts.es, { marketing: marketingEs, blog: blogEs, contact: contactEs }),
};

/** The values that texts may use. */
const facts: Readonly<Record<string, string>> = { product: 'Lucarne', year: '2024' };

/** A text as visitors see it: with values in place of its placeholders, and without the brackets around its link. */
export const filled = (text: string, values: Readonly<Record<string, string>> = {}): string =>
  text.replace(/\{\{(\w+)\}\}/g, (name, key: string) => values[key] ?? facts[key] ?? name).replace(/[[\]]/g, '');

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
