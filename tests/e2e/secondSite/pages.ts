import platformArabic from '@site/cli/new-site/locales/ar.json' with { type: 'json' };
import platformGerman from '@site/cli/new-site/locales/de.json' with { type: 'json' };
import type { TestedPage } from '../addresses/promises/Visited.ts';
import arabic from './site/remotes/home/locales/ar.json' with { type: 'json' };
import german from './site/remotes/home/locales/de.json' with { type: 'json' };

/** The only remote of the second site: the one that the command makes. */
export const remote = 'home';

/** A language version: where its pages are, and what it says. */
interface Version {
  readonly direction: TestedPage['direction'];
  readonly city: string;
  readonly paths: Readonly<Record<'home' | 'services' | 'about', string>>;
  readonly texts: typeof german;
  /** The platform's words, as the command gives them to a new site. */
  readonly words: typeof platformGerman;
}

export const versions: Readonly<Record<'de' | 'ar', Version>> = {
  de: {
    direction: 'ltr',
    city: 'Leipzig',
    paths: { home: '/de', services: '/de/leistungen', about: '/de/ueber-uns' },
    texts: german,
    words: platformGerman,
  },
  ar: {
    direction: 'rtl',
    city: 'لايبزيغ',
    paths: { home: '/ar', services: '/ar/khadamat', about: '/ar/man-nahnu' },
    texts: arabic,
    words: platformArabic,
  },
};

export type SecondLanguage = keyof typeof versions;

export const languages = Object.keys(versions) as readonly SecondLanguage[];

/** An address without a page. */
const unknownPath = (language: SecondLanguage): string => `/${language}/nowhere`;

/** A text from the top of each page and one from further down. */
const keyTexts = ({ home, services, about }: Version['texts']) => ({
  home: [home.title, home.questions.machines.answer],
  services: [services.title, services.review.text],
  about: [about.title, about.jonas.text],
});

const filled = (text: string) => text.replaceAll('{{product}}', 'Silbe').replaceAll('{{year}}', '2026');

function pagesIn(language: SecondLanguage): readonly TestedPage[] {
  const { direction, city, paths, texts, words } = versions[language];
  const { notFound, footer, routes } = words.shell;
  const headOf = ({ title, description, twitterDescription }: typeof routes.notFound) => ({
    title: `${title} | Silbe ${city}`,
    description,
    twitterDescription,
  });
  const pages = (['home', 'services', 'about'] as const).map((page) => ({
    page,
    path: paths[page],
    kind: page === 'home' ? ('home' as const) : ('ordinary' as const),
    remote,
    texts: keyTexts(texts)[page],
    head: headOf(texts.routes[page]),
  }));
  const missing = {
    page: 'notFound',
    path: unknownPath(language),
    kind: 'missing' as const,
    texts: [notFound.title, notFound.subtitle],
    head: headOf(routes.notFound),
  };
  return [...pages, missing].map((page) => ({
    ...page,
    language,
    direction,
    texts: [...page.texts, filled(footer.rights)],
  }));
}

/** Every page of the second site in both languages. */
export const pages: readonly TestedPage[] = languages.flatMap(pagesIn);
