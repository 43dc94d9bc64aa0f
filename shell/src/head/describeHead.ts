import { brand, cities, type HeadOverrides } from '@site/shared';
import { feedPath, feedType, manifestPath } from '@site/shared/routes/siteFiles.ts';
import { pageContext } from '../view/pageContext.ts';
import { translatorOf } from '../view/translator.ts';
import type { ViewTools } from '../view/ViewTools.ts';
import type { View } from '../view/view.ts';
import { cardTags } from './cardTags.ts';
import { type Head, link, named } from './head.ts';
import { indexTags } from './indexTags.ts';
import { pageAddress } from './pageAddress.ts';
import { routeTexts } from './routeTexts.ts';

/** The head of a view: the route's title and tags, changed by what the page says. A page may bring all of them itself. */
export function describeHead(view: View, tools: ViewTools): Head {
  const { language } = view.request;
  const { origin } = tools;
  const route = view.content.kind === 'not-found' ? undefined : view.content.name;
  const page = headOfPage(view, tools);
  const ofRoute = routeTexts(route ?? 'notFound', language, tools.i18n);
  const place = `${brand.product} ${cities[language].title}`;
  const titled = (name: string | undefined) => (name ? `${name} | ${place}` : place);
  const own = page.title ?? ofRoute('title');
  const title = page.articleTitle ?? titled(own);
  const description = page.description ?? ofRoute('description');
  return {
    title,
    name: page.articleTitle ?? own ?? place,
    tags: [
      ...(description ? [named('description', description)] : []),
      named('title', title),
      ...indexTags(view, page, origin),
      ...cardTags(
        {
          title,
          description,
          shortDescription: page.description ?? ofRoute('twitterDescription'),
          language,
          picture: route ?? 'home',
          type: page.articleTitle ? 'article' : 'website',
          url: pageAddress(view, origin),
        },
        origin,
      ),
      { ...link('manifest', manifestPath(language)), afterPaint: true },
      link('alternate', feedPath(language), {
        type: feedType,
        title: titled(routeTexts('blog', language, tools.i18n)('title')),
      }),
    ],
    ...(page.refresh && { refresh: page.refresh }),
  };
}

function headOfPage({ request, content }: View, tools: ViewTools): HeadOverrides {
  if (content.kind !== 'page') return {};
  const { page } = content.loaded;
  const translate = translatorOf(page, request.language, tools.i18n);
  return page.head?.(content.data, translate, pageContext(content, request, tools)) ?? {};
}
