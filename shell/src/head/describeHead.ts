import type { HeadOverrides, Language, PageName } from '@site/shared';
import { pathOf } from '@site/shared/routes/path.ts';
import { feedPath, feedType, manifestPath } from '@site/shared/routes/siteFiles.ts';
import { brand, cities } from '@site/shared/site.ts';
import type { i18n as I18n } from 'i18next';
import { routeMessages, shellNamespace } from '../view/shellStrings.ts';
import { translatorOf } from '../view/strings.ts';
import { pageContext, type View, type ViewTools } from '../view/view.ts';
import type { Head, HeadTag } from './head.ts';
import { cardTags, link, meta, versionTags } from './tags.ts';

/** The head of a view: title and tags from the route's messages, with what the page's `head` overrides. */
export function describeHead(view: View, tools: ViewTools): Head {
  const { language } = view.request;
  const { origin } = tools;
  const route = view.content.kind === 'not-found' ? undefined : view.content.name;
  const page = overridesOf(view, tools);
  const ofRoute = routeMessages(route ?? 'notFound', language, tools.i18n);
  const place = `${brand.product} ${cities[language].title}`;
  const withPlace = (name: string | undefined) => (name ? `${name} | ${place}` : place);
  const name = page.title ?? ofRoute('title');
  const title = page.articleTitle ?? withPlace(name);
  const description = page.description ?? ofRoute('description');
  const picture = route ?? 'home';
  return {
    title,
    name: page.articleTitle ?? name ?? place,
    tags: [
      ...(description ? [meta('description', description)] : []),
      meta('title', title),
      ...indexTags(view, page, origin),
      ...cardTags(
        {
          title,
          description,
          shortDescription: page.description ?? ofRoute('twitterDescription'),
          language,
          picture,
          pictureText: pictureText(picture, language, tools.i18n),
          type: page.articleTitle ? 'article' : 'website',
          url: pageAddress(view, origin),
        },
        origin,
      ),
      { ...link('manifest', manifestPath(language)), afterPaint: true },
      link('alternate', feedPath(language), {
        type: feedType,
        title: withPlace(routeMessages('blog', language, tools.i18n)('title')),
      }),
    ],
    ...(page.refresh && { refresh: page.refresh }),
  };
}

/** What the social card of a page shows: the route's title, above the street of the language's city. */
export function pictureText(picture: PageName, language: Language, i18n: I18n): string {
  // Articles have the blog's picture.
  const title = routeMessages(picture === 'article' ? 'blog' : picture, language, i18n)('title') ?? brand.product;
  const translate = i18n.getFixedT(language, shellNamespace);
  return translate('common.card', { title, city: cities[language].name });
}

function overridesOf({ request, content }: View, tools: ViewTools): HeadOverrides {
  if (content.kind !== 'page') return {};
  const { page } = content.loaded;
  const translate = translatorOf(page, request.language, tools.i18n);
  return page.head?.(content.data, translate, pageContext(content, request, tools)) ?? {};
}

/** Tags for search engines: whether to index the page, its canonical address and its language versions. */
function indexTags(view: View, page: HeadOverrides, origin: string): readonly HeadTag[] {
  const { content } = view;
  const noIndex = meta('robots', 'noindex');
  if (content.kind !== 'page') return [noIndex];
  const canonical = link('canonical', page.canonical ?? pageAddress(view, origin) ?? '');
  if (page.isIndexed === false) return [noIndex, canonical];
  // A parameter's value, such as an article's slug, need not exist in other languages.
  const hasVersions = Object.keys(content.params).length === 0;
  return [canonical, ...(hasVersions ? versionTags(content.name, origin) : [])];
}

/** The absolute address of a view's page, without its query. The 404 page has none. */
export function pageAddress({ content, request }: View, origin: string): string | undefined {
  return content.kind === 'page' ? origin + pathOf(content.name, request.language, content.params) : undefined;
}
