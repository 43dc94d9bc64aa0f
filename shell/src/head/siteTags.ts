import { brand } from '@site/shared/site.ts';
import { themeColors } from '@site/shared/ui/tokens/themeColors.ts';
import { type HeadTag, link, named, property } from './head.ts';

const themeColor = (theme: keyof typeof themeColors): HeadTag => ({
  element: 'meta',
  attributes: { name: 'theme-color', media: `(prefers-color-scheme: ${theme})`, content: themeColors[theme] },
});

/** The tags that are the same on every page: the server alone writes them, and a navigation leaves them. */
export const siteTags: readonly HeadTag[] = [
  themeColor('light'),
  themeColor('dark'),
  link('icon', '/favicon.ico', { sizes: '32x32' }),
  link('icon', '/icon.svg', { type: 'image/svg+xml' }),
  link('apple-touch-icon', '/apple-touch-icon.png'),
  property('og:site_name', brand.product),
  named('twitter:card', 'summary_large_image'),
];
