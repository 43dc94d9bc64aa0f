import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import { shellTranslator } from '@site/renderer/documents/shellTranslator.ts';
import type { NewsItem } from '@site/shared/contract/news.ts';
import { xmlText } from '@site/shared/html.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { homePath, pathIn } from '@site/shared/routes/path.ts';
import { feedPath, feedType } from '@site/shared/routes/siteFiles.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';
import { generateAtomFeed } from 'feedsmith';
import { latest, publishedAt } from './lastModified.ts';

/** Content of a feed. */
export interface FeedParts {
  readonly language: Language;
  readonly routes: RouteTable;
  readonly origin: string;
  readonly news: readonly NewsItem[];
  /** When the blog last changed, for a feed without news. */
  readonly since: Date | undefined;
}

/** The news of a language as an Atom feed: https://www.rfc-editor.org/rfc/rfc4287 */
export function atomFeed({ language, routes, origin, news, since }: FeedParts): string {
  const translate = shellTranslator(language);
  const home = origin + homePath(language);
  const blog = origin + (pathIn(routes, 'blog', language) ?? homePath(language));
  const entries = news.flatMap((item) => entryOf(item, { language, routes, origin }));
  return generateAtomFeed({
    xml: { lang: language },
    id: blog,
    title: plain(`${translate('feed.title')} | ${brand.product} ${cities[language].title}`),
    subtitle: plain(translate('feed.description')),
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

function entryOf(item: NewsItem, { language, routes, origin }: Pick<FeedParts, 'language' | 'routes' | 'origin'>) {
  const published = publishedAt(item);
  const path = pathIn(routes, 'article', language, { slug: item.slug });
  if (!published || path === undefined) return [];
  const href = origin + path;
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
