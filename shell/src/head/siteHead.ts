/** The head that the server writes without a view: the tags of every document, and the head of the page at `/`. */

import { brand } from '@site/company/brand.ts';
import { fallbackLanguage, languages } from '@site/shared/i18n/languages.ts';
import { siteCard } from '@site/shared/routes/cards.ts';
import { homeRoute } from '@site/shared/routes/siteFiles.ts';
import { themeColors } from '@site/shared/ui/themeColors.ts';
import type { Head, HeadTag } from './head.ts';
import { cardTags, link, meta, openGraph, versionTags } from './tags.ts';

const themeColor = (theme: keyof typeof themeColors): HeadTag => ({
  element: 'meta',
  attributes: { name: 'theme-color', media: `(prefers-color-scheme: ${theme})`, content: themeColors[theme] },
});

/** The tags that are the same on every page. A navigation leaves them alone. */
export const siteTags: readonly HeadTag[] = [
  themeColor('light'),
  themeColor('dark'),
  link('icon', '/favicon.ico', { sizes: '32x32' }),
  link('icon', '/icon.svg', { type: 'image/svg+xml' }),
  link('apple-touch-icon', '/apple-touch-icon.png'),
  openGraph('og:site_name', brand.product),
  meta('twitter:card', 'summary_large_image'),
];

/** The head of the page at `/`, which asks for the language. Search engines see it as the home page's default version. */
export function rootHead(title: string, description: string, pictureText: string, origin: string): Head {
  const url = `${origin}/`;
  const card = {
    title,
    description,
    shortDescription: description,
    language: fallbackLanguage,
    pictureText,
    url,
    others: languages.filter((language) => language !== fallbackLanguage),
  } as const;
  return {
    title,
    name: title,
    tags: [
      meta('description', description),
      link('canonical', url),
      ...versionTags(homeRoute, origin),
      ...cardTags({ ...card, picture: siteCard, type: 'website' }, origin),
    ],
  };
}
