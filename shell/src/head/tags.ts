import type { Language } from '@site/shared';
import { locales } from '@site/shared/i18n/languages.ts';
import { cardPath, cardSize } from '@site/shared/routes/cards.ts';
import { versionsOf } from '@site/shared/routes/siteFiles.ts';
import type { PageRoute } from '@site/shared/routes/table.ts';
import type { HeadTag } from './head.ts';

/** `<meta name>` */
export const meta = (name: string, content: string): HeadTag => ({ element: 'meta', attributes: { name, content } });

/** `<meta property>`, for Open Graph. */
export const openGraph = (property: string, content: string): HeadTag => ({
  element: 'meta',
  attributes: { property, content },
});

/** `<link>` */
export const link = (rel: string, href: string, more: HeadTag['attributes'] = {}): HeadTag => ({
  element: 'link',
  attributes: { rel, href, ...more },
});

/** Links to every language version of a page, itself included. */
export const versionTags = (route: Pick<PageRoute, 'paths'>, origin: string): readonly HeadTag[] =>
  versionsOf(route).map(({ hreflang, path }) => link('alternate', origin + path, { hreflang }));

interface Card {
  readonly title: string;
  readonly description: string | undefined;
  /** For Twitter cards. */
  readonly shortDescription: string | undefined;
  readonly language: Language;
  /** The name of the picture that it shows. */
  readonly picture: string;
  /** Alternative text of the picture. */
  readonly pictureText: string;
  readonly type: 'website' | 'article';
  /** Absolute address of the page; the 404 page has none. */
  readonly url: string | undefined;
  /** The languages that the page also exists in. */
  readonly others: readonly Language[];
}

/** Open Graph and Twitter tags, for places where a page is shared. An image's properties follow it, as Open Graph demands. */
export function cardTags(card: Card, origin: string): readonly HeadTag[] {
  const { title, description, shortDescription, language, picture, pictureText, type, url, others } = card;
  const image = origin + cardPath(picture, language);
  return [
    openGraph('og:title', title),
    ...(description ? [openGraph('og:description', description)] : []),
    openGraph('og:type', type),
    ...(url ? [openGraph('og:url', url)] : []),
    openGraph('og:locale', locales[language]),
    ...others.map((other) => openGraph('og:locale:alternate', locales[other])),
    openGraph('og:image', image),
    openGraph('og:image:type', 'image/png'),
    openGraph('og:image:width', `${cardSize.width}`),
    openGraph('og:image:height', `${cardSize.height}`),
    openGraph('og:image:alt', pictureText),
    meta('twitter:title', title),
    ...(shortDescription ? [meta('twitter:description', shortDescription)] : []),
    meta('twitter:image', image),
    meta('twitter:image:alt', pictureText),
  ];
}
