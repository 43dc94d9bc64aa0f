import { brand, type JsonLdNode } from '@site/shared';
import { matchPath } from '@site/shared/routes/path.ts';
import type { ViewTools } from '../../view/ViewTools.ts';
import { routeTexts } from '../routeTexts.ts';

/** The way from the home page to a page, over every page whose address its own begins with. */
export function breadcrumbs(path: string, name: string, tools: ViewTools): JsonLdNode {
  const { origin } = tools;
  return {
    '@type': 'BreadcrumbList',
    '@id': `${origin}${path}#breadcrumbs`,
    itemListElement: wayTo(path).map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step === path ? name : nameOf(step, tools),
      item: origin + step,
    })),
  };
}

/** The addresses on the way, from `/en` to `/en/blog/slug`. */
function wayTo(path: string): readonly string[] {
  const [, ...segments] = path.split('/');
  const steps = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  return steps.filter((step) => matchPath(step));
}

function nameOf(path: string, tools: ViewTools): string {
  const match = matchPath(path);
  if (!match || match.page === 'home') return brand.product;
  return routeTexts(match.page, match.language, tools.i18n)('title') ?? brand.product;
}
