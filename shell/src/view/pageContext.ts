import type { PageContext } from '@site/shared';
import type { PageMatch } from '@site/shared/routes/path.ts';
import { splitUrl } from './splitUrl.ts';
import type { ViewTools } from './ViewTools.ts';
import type { ViewRequest } from './view.ts';

/** What a page's functions are given. */
export function pageContext(match: Pick<PageMatch, 'params'>, request: ViewRequest, tools: ViewTools): PageContext {
  const { api, signal } = tools;
  return { language: request.language, params: match.params, query: splitUrl(request.url).query, api, signal };
}
