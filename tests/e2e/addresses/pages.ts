import { undivided } from '@site/shared/plainText.ts';
import { everyAddress, type Language, type PageName } from '@site/testkit/site/addresses.ts';
import { filled, news, texts } from '@site/testkit/site/texts.ts';
import type { TestedPage } from './promises/Visited.ts';

/** A text from the top of each page and one from further down, and the footer's last line. */
function keyTexts(page: PageName, language: Language): string[] {
  const { marketing, blog, contact, shell } = texts[language];
  const wanted: Record<PageName, string[]> = {
    home: [marketing.home.hero.tagline, marketing.home.questions.programming.answer],
    services: [marketing.services.title, marketing.services.email.items.tailored.text],
    pricing: [marketing.pricing.title, marketing.plans.enterprise.description],
    team: [marketing.team.title, 'Kenji Morel'],
    privacy: [marketing.privacy.title, marketing.privacy.rights.text],
    legal: [marketing.legal.title, marketing.legal.host],
    company: [shell.footer.about],
    blog: [blog.list.title, ...news[language].map(({ title }) => title)],
    article: [blog.redirect.explanation.article, news[language][0].title, news[language][0].link],
    contact: [contact.contact.head.title, contact.contact.map.text],
    notFound: [shell.notFound.title, shell.notFound.subtitle],
  };
  return [...wanted[page], shell.footer.rights].flatMap((text) => filled(text).split('\n'));
}

const cities: Record<Language, string> = { en: 'London', fr: 'Bethune', es: 'Barcelona' };

/** The title of a page that isn't an article. */
export function expectedTitle(page: PageName, language: Language): string {
  const { shell, blog } = texts[language];
  const title = page === 'blog' ? undivided(blog.list.title) : filled(shell.routes[page].title);
  return `${title} | Lucarne ${cities[language]}`;
}

/** The company page is empty, as specified. */
const kinds: Partial<Record<PageName, TestedPage['kind']>> = { home: 'home', company: 'empty', notFound: 'missing' };

/** Pages of other remotes than `marketing`. */
const remotes: Partial<Record<PageName, string>> = { blog: 'blog', article: 'blog', contact: 'contact' };

/** An article's head has data of its own: see tests/e2e/shell/head.spec.ts. */
function headOf(page: PageName, language: Language): Pick<TestedPage, 'head'> {
  if (page === 'article') return {};
  const { description, twitterDescription } = texts[language].shell.routes[page];
  return {
    head: {
      title: expectedTitle(page, language),
      description: filled(description),
      twitterDescription: filled(twitterDescription),
    },
  };
}

/** Every page of this site in every language. */
export const pages: readonly TestedPage[] = everyAddress.map(({ page, language, path }) => ({
  page,
  language,
  direction: 'ltr',
  path,
  kind: kinds[page] ?? 'ordinary',
  ...(page !== 'notFound' && { remote: remotes[page] ?? 'marketing' }),
  texts: keyTexts(page, language),
  ...headOf(page, language),
}));
