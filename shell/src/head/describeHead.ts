import { brand, cities, type Language, type PageHeadChange } from '@site/shared';
import { pageContext } from '../view/pageContext.ts';
import { shellNamespace } from '../view/shellStrings.ts';
import type { ViewTools } from '../view/ViewTools.ts';
import type { View } from '../view/view.ts';
import type { Head, HeadMeta } from './head.ts';

/** The head of a view: the route's title and tags, changed by what the page says. A page may bring all of them itself. */
export function describeHead({ request, content }: View, tools: ViewTools): Head {
  const page = headOfPage({ request, content }, tools);
  const ofRoute = routeTexts(content, request.language, tools);
  const place = `${brand.product} ${cities[request.language].title}`;
  const own = page.title ?? ofRoute('title');
  const title = page.articleTitle ?? (own ? `${own} | ${place}` : place);
  const description = page.description ?? ofRoute('description');
  const forCards = page.description ?? ofRoute('twitterDescription');
  return {
    title,
    metas: [
      ...(description ? [named('description', description)] : []),
      named('title', title),
      { key: 'property', name: 'og:title', content: title },
      named('twitter:title', title),
      ...(forCards ? [named('twitter:description', forCards)] : []),
    ],
    ...(page.refresh && { refresh: page.refresh }),
  };
}

/** The shell's texts about a route; a route that a new remote has added may have none. */
function routeTexts(content: View['content'], language: Language, { i18n }: ViewTools) {
  const route = content.kind === 'not-found' ? 'notFound' : content.name;
  // The types know the routes that have texts: this asks about any.
  const translate = i18n.getFixedT(language, shellNamespace) as (key: string) => string;
  return (name: 'title' | 'description' | 'twitterDescription'): string | undefined =>
    i18n.exists(`routes.${route}.${name}`, { lng: language, ns: shellNamespace })
      ? translate(`routes.${route}.${name}`)
      : undefined;
}

const named = (name: string, content: string): HeadMeta => ({ key: 'name', name, content });

function headOfPage({ request, content }: View, tools: ViewTools): PageHeadChange {
  if (content.kind !== 'page') return {};
  const { page } = content.loaded;
  // The types know the shell's texts only: the keys of a remote are its own business.
  const namespace = page.strings.namespace as keyof Catalogues;
  const translate = tools.i18n.getFixedT(request.language, namespace) as (key: string) => string;
  return page.head?.(content.data, translate, pageContext(content, request, tools)) ?? {};
}
