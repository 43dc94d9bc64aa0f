import type { NewsItem } from '@site/shared/contract/news.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { feedPath, feedType } from '@site/shared/routes/siteFiles.ts';
import { brand, cities } from '@site/shared/site.ts';
import { generateAtomFeed } from 'feedsmith';
import { shellTexts } from '../pages/shellTexts.ts';
import { latest, publishedAt } from './lastModified.ts';

/** Content of a feed. */
export interface FeedParts {
  readonly language: Language;
  readonly origin: string;
  readonly news: readonly NewsItem[];
  /** When the blog last changed, for a feed without news. */
  readonly since: Date | undefined;
}

/** The news of a language as an Atom feed: https://www.rfc-editor.org/rfc/rfc4287 */
export function atomFeed({ language, origin, news, since }: FeedParts): string {
  const translate = shellTexts(language);
  const home = origin + pathOf('home', language);
  const blog = origin + pathOf('blog', language);
  const entries = news.flatMap((item) => entryOf(item, origin, language));
  return generateAtomFeed({
    xml: { lang: language },
    id: blog,
    title: plain(`${translate('routes.blog.title')} | ${brand.product} ${cities[language].title}`),
    subtitle: plain(translate('routes.blog.description')),
    updated: latest(entries.map(({ updated }) => updated)) ?? since ?? new Date(0),
    authors: [{ name: brand.product, uri: home }],
    icon: `${origin}/icon-512.png`,
    links: [
      { rel: 'self', href: origin + feedPath(language), type: feedType },
      { rel: 'alternate', href: blog, type: 'text/html', hreflang: language },
    ],
    entries,
  });
}

function entryOf(item: NewsItem, origin: string, language: Language) {
  const published = publishedAt(item);
  if (!published) return [];
  const href = origin + pathOf('article', language, { slug: item.slug });
  return [
    {
      ...(item.language && { xml: { lang: item.language } }),
      id: href,
      title: plain(item.title),
      published,
      updated: published,
      authors: [{ name: xmlText(item.source) }],
      links: [{ rel: 'alternate', href, type: 'text/html', hreflang: language }],
    },
  ];
}

/** Marks text as plain, so that readers don't take it for markup. */
const plain = (text: string) => ({ type: 'text', value: xmlText(text) });

/** Without the characters that no XML document may have: https://www.w3.org/TR/xml/#charsets */
const xmlText = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
