import type { Language, PageName } from '@site/shared';
import { languages, locales } from '@site/shared/i18n/languages.ts';
import { cardPath, cardSize } from '@site/shared/routes/siteFiles.ts';
import { type HeadTag, named, property } from './head.ts';

/** What the cards of a page say where it is shared. */
export interface Card {
  readonly title: string;
  readonly description: string | undefined;
  /** A shorter description, for Twitter cards. */
  readonly shortDescription: string | undefined;
  readonly language: Language;
  /** The page whose picture it has. */
  readonly picture: PageName;
  readonly type: 'website' | 'article';
  /** Absolute address of the page; the 404 page has none. */
  readonly url: string | undefined;
}

/** Open Graph and Twitter cards. What is said of a picture stands after it, as Open Graph demands. */
export function cardTags(card: Card, origin: string): readonly HeadTag[] {
  const { title, description, shortDescription, language, picture, type, url } = card;
  const image = origin + cardPath(picture, language);
  return [
    property('og:title', title),
    ...(description ? [property('og:description', description)] : []),
    property('og:type', type),
    ...(url ? [property('og:url', url)] : []),
    property('og:locale', locales[language]),
    ...languages.filter((other) => other !== language).map((other) => property('og:locale:alternate', locales[other])),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', `${cardSize.width}`),
    property('og:image:height', `${cardSize.height}`),
    property('og:image:alt', title),
    named('twitter:title', title),
    ...(shortDescription ? [named('twitter:description', shortDescription)] : []),
    named('twitter:image', image),
  ];
}
