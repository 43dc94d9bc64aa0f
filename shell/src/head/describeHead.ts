import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import type { HeadOverrides, Language } from '@site/shared';
import { languages } from '@site/shared/i18n/languages.ts';
import { siteCard } from '@site/shared/routes/cards.ts';
import { homePath, pathOfRoute } from '@site/shared/routes/path.ts';
import { feedFile, feedPath, feedType, manifestPath, pageFeedPath } from '@site/shared/routes/siteFiles.ts';
import { isIn, type PageRoute } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';
import { translatorOf } from '../view/pageMessages.ts';
import { routeMessages, shellNamespace } from '../view/shellMessages.ts';
import { isSearch, pageContext, splitUrl, type View, type ViewTools } from '../view/view.ts';
import type { Head, HeadTag } from './head.ts';
import { cardTags, link, meta, versionTags } from './tags.ts';
import { prefixed } from './titlePrefix.ts';

/** The head of a view: title and tags from the route's messages, with what the page's `head` overrides. */
export function describeHead(view: View, tools: ViewTools): Head {
  const { language } = view.request;
  const { origin } = tools;
  const content = view.content.kind === 'not-found' ? undefined : view.content;
  const page = overridesOf(view, tools);
  const ofRoute = routeMessages(content?.name ?? 'notFound', content?.route, language, tools.i18n);
  const place = `${brand.product} ${cities[language].title}`;
  const withPlace = (name: string | undefined) => (name ? `${name} | ${place}` : place);
  const name = page.title ?? ofRoute('title');
  const title = page.articleTitle ?? withPlace(name);
  const description = page.description ?? ofRoute('description');
  const picture = content?.route.card ?? siteCard;
  return {
    title: page.titlePrefix ? prefixed(page.titlePrefix, title) : title,
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
          pictureText: pictureText(picture, content?.route, language, tools.i18n),
          type: page.articleTitle ? 'article' : 'website',
          url: pageAddress(view, origin),
          others: languages.filter((other) => other !== language && (!content || isIn(content.route, other))),
        },
        origin,
      ),
      { ...link('manifest', manifestPath(language)), afterPaint: true },
      ...(view.routes.lacks?.includes('news')
        ? []
        : [
            link('alternate', feedPath(language), {
              type: feedType,
              title: withPlace(tools.i18n.getFixedT(language, shellNamespace)('feed.title')),
            }),
          ]),
      ...ownFeedTags(view, withPlace(ofRoute('title'))),
    ],
    ...(page.refresh && { refresh: page.refresh }),
  };
}

/** What a social card shows: the title of its page, or of the site, above the street of the language's city. */
function pictureText(card: string, route: PageRoute | undefined, language: Language, i18n: I18n): string {
  const ofCard =
    card === siteCard ? routeMessages('root', undefined, language, i18n) : routeMessages(card, route, language, i18n);
  const title = ofCard('title') ?? brand.product;
  const translate = i18n.getFixedT(language, shellNamespace);
  return translate('card.text', { title, city: cities[language].name });
}

function overridesOf({ request, content }: View, tools: ViewTools): HeadOverrides {
  if (content.kind !== 'page') return {};
  const { page } = content.loaded;
  const translate = translatorOf(page, request.language, tools.i18n);
  const context = { ...pageContext(content, request, tools), result: content.result };
  return page.head?.(content.data, translate, context) ?? {};
}

/** Tags for search engines: whether to index the page, its canonical address and its language versions. */
function indexTags(view: View, page: HeadOverrides, origin: string): readonly HeadTag[] {
  const { content } = view;
  const noIndex = meta('robots', 'noindex');
  if (content.kind !== 'page') return [noIndex];
  const canonical = link('canonical', page.canonical ?? pageAddress(view, origin) ?? '');
  // The number of searches is unlimited.
  if (page.isIndexed === false || isSearch(content.route, splitUrl(view.request.url).query))
    return [noIndex, canonical];
  // A parameter's value, such as an article's slug, need not exist in other languages.
  const hasVersions = Object.keys(content.params).length === 0;
  return [canonical, ...(hasVersions ? versionTags(content.route, origin) : [])];
}

/** The link to the feed of a page's addresses. The page above them, which lists them, has it too. */
function ownFeedTags({ content, routes, request: { language } }: View, title: string): readonly HeadTag[] {
  if (content.kind !== 'page') return [];
  const list = `${homePath(language)}/${content.route.paths[language]}/${feedFile}`;
  const feeds = Object.values(routes.pages).flatMap((route) => pageFeedPath(route, language) ?? []);
  const own = pageFeedPath(content.route, language) ?? feeds.find((path) => path === list);
  return own === undefined ? [] : [link('alternate', own, { type: feedType, title })];
}

/** The absolute address of a view's page, without its query. The 404 page has none. */
export function pageAddress({ content, request }: View, origin: string): string | undefined {
  return content.kind === 'page' ? origin + pathOfRoute(content.route, request.language, content.params) : undefined;
}
