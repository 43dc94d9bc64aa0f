import type { JsonLdNode, StructuredData } from '@site/shared';
import type { PreparedView } from '../../view/createView.ts';
import { pageContext } from '../../view/pageContext.ts';
import { translatorOf } from '../../view/translator.ts';
import type { ViewTools } from '../../view/ViewTools.ts';
import type { View } from '../../view/view.ts';
import { pageAddress } from '../pageAddress.ts';
import { breadcrumbs } from './breadcrumbs.ts';
import { organization, organizationId } from './company.ts';
import { jsonLd } from './jsonLd.ts';
import { website } from './website.ts';

/** What search engines are told of a view, on the server alone. Of the 404 page there is nothing to tell. */
export function describeStructuredData({ view, head }: PreparedView, tools: ViewTools): object | undefined {
  const { origin } = tools;
  const { language } = view.request;
  const url = pageAddress(view, origin);
  if (!url) return undefined;
  const { type = 'WebPage', mainEntity } = structuredDataOfPage(view, tools);
  const site = website(origin, `/${language}`, language);
  const trail = breadcrumbs(url.slice(origin.length), head.name, tools);
  const page: JsonLdNode = {
    '@type': type,
    '@id': url,
    url,
    name: head.title,
    inLanguage: language,
    isPartOf: referenceTo(site),
    breadcrumb: referenceTo(trail),
    mainEntity,
  };
  return jsonLd([organization(origin), site, page, trail]);
}

const referenceTo = ({ '@id': id }: JsonLdNode): JsonLdNode => ({ '@id': id });

function structuredDataOfPage({ content, request }: View, tools: ViewTools): StructuredData {
  if (content.kind !== 'page') return {};
  const { page } = content.loaded;
  const context = {
    ...pageContext(content, request, tools),
    absolute: (path: string) => tools.origin + path,
    organization: organizationId(tools.origin),
  };
  const translate = translatorOf(page, request.language, tools.i18n);
  return page.structuredData?.(content.data, translate, context) ?? {};
}
