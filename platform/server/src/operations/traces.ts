import type { IncomingMessage } from 'node:http';
import type { SpanFacts } from '@site/node/spans.ts';
import type { ReleaseSet } from '@site/releases/Release.ts';
import { pageUrlOf, pathTemplate } from '../pages/cacheKeys.ts';

/**
 * What the span of a request for a page says. While a version of its remote is under rollout, only the span of its rendering
 * says which version a visitor got.
 */
export function pageFacts(request: IncomingMessage, live: ReleaseSet): SpanFacts {
  const { match } = pageUrlOf(request, live.routes);
  const remote = match?.route.remote ?? '';
  const [release] = live.candidates.has(remote) ? [] : (live.remotes.get(remote) ?? []);
  return {
    'http.route': pathTemplate(request, live.routes),
    'site.page': match?.page,
    'site.language': match?.language,
    'site.remote': match?.route.remote,
    'site.release': release?.manifest.version,
  };
}
