import { brand } from '@site/company/brand.ts';
import { organization as facts } from '@site/company/organization.ts';
import type { JsonLdNode, Language, StructuredData } from '@site/shared';
import { matchPath } from '@site/shared/routes/path.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';
import type { PreparedView } from '../view/createView.ts';
import { translatorOf } from '../view/pageMessages.ts';
import { pageContext, type View, type ViewTools } from '../view/view.ts';
import { pageAddress } from './describeHead.ts';

/** A view's structured data for search engines, only on the server. The 404 page has none. */
export function describeStructuredData({ view, head }: PreparedView, tools: ViewTools): object | undefined {
  const { origin } = tools;
  const { language } = view.request;
  const url = pageAddress(view, origin);
  if (!url) return undefined;
  const { type = 'WebPage', mainEntity } = structuredDataOfPage(view, tools);
  const site = website(origin, `/${language}`, language);
  const trail = breadcrumbs(url.slice(origin.length), head.name, view, tools);
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

/** A JSON-LD document of nodes that may refer to each other. */
export const jsonLd = (graph: readonly JsonLdNode[]) => ({ '@context': 'https://schema.org', '@graph': graph });

/** The company, as the footer of every page shows it. */
export const organization = (origin: string): JsonLdNode => ({
  ...facts,
  ...organizationId(origin),
  url: `${origin}/`,
  logo: `${origin}/apple-touch-icon.png`,
});

const organizationId = (origin: string) => ({ '@id': `${origin}/#organization` });

/** The site, or one of its language versions: its addresses begin with `path`. */
export const website = (origin: string, path: string, inLanguage: Language | readonly Language[]): JsonLdNode => ({
  '@type': 'WebSite',
  '@id': `${origin}${path}#website`,
  name: brand.product,
  url: origin + path,
  inLanguage,
  publisher: organizationId(origin),
});

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

/** The breadcrumbs from the home page to a page: every page whose path its own begins with. */
function breadcrumbs(path: string, name: string, { routes }: View, { origin }: ViewTools): JsonLdNode {
  return {
    '@type': 'BreadcrumbList',
    '@id': `${origin}${path}#breadcrumbs`,
    itemListElement: ancestorsOf(routes, path).map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step === path ? name : nameOf(routes, step),
      item: origin + step,
    })),
  };
}

/** The paths of the page and of the pages above it, such as `/en`, `/en/blog` and `/en/blog/slug`. */
function ancestorsOf(routes: RouteTable, path: string): readonly string[] {
  const [, ...segments] = path.split('/');
  const steps = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  return steps.filter((step) => matchPath(routes, step));
}

function nameOf(routes: View['routes'], path: string): string {
  const match = matchPath(routes, path);
  const isHome = match?.route.paths[match.language] === '';
  return (!isHome && match && routes.titles?.[match.page]) || brand.product;
}

const referenceTo = ({ '@id': id }: JsonLdNode): JsonLdNode => ({ '@id': id });
