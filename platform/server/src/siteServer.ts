import type { RequestListener } from 'node:http';
import { limits } from '@site/node/limits.ts';
import { logging, requestIdHeader } from '@site/node/logging.ts';
import { secureServer, secureServerOptions } from '@site/node/secureServer.ts';
import type { Tracing } from '@site/node/spans.ts';
import type { ReleaseSource } from '@site/releases/Release.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerError } from './failure/failureAnswers.ts';
import type { StartingServer } from './failure/startingServer.ts';
import { refuseOverload } from './operations/overload.ts';
import { countRequests, kindOf, type SiteMetrics } from './operations/SiteMetrics.ts';
import { pageFacts } from './operations/traces.ts';
import { pathTemplate } from './pages/cacheKeys.ts';
import { routableUrl } from './pages/urls.ts';
import { isPublicFile } from './releaseFiles.ts';
import type { Settings } from './settings.ts';

/** The Fastify server, and the listener that handles its requests. */
export interface SiteServer {
  readonly server: FastifyInstance;
  readonly listener: RequestListener;
}

/** Makes the Fastify server of a site, without any route. `failureAnswers` adds the answers to errors. */
export function siteServer(settings: Settings, http: StartingServer): SiteServer {
  let listener: RequestListener = () => {};
  const server = Fastify({
    serverFactory: (fastify) => {
      listener = fastify;
      return http.server;
    },
    ...logging(settings.LOG_LEVEL, settings.TRUST_PROXY, settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined),
    bodyLimit: limits.forms.posted,
    trustProxy: settings.TRUST_PROXY,
    rewriteUrl: ({ url }) => routableUrl(url),
    ...secureServerOptions(settings.SITE_ORIGIN, answerError),
    routerOptions: { maxParamLength: limits.pages.path },
  });
  return { server, listener };
}

/** What applies to every request: a span, headers, counts, an id, and refusal under overload. */
export function requestRules(
  server: FastifyInstance,
  { SITE_ORIGIN }: Pick<Settings, 'SITE_ORIGIN'>,
  metrics: SiteMetrics,
  releases: Pick<ReleaseSource, 'current'>,
  tracing: Tracing | undefined,
): void {
  const isFile = (path: string) => isPublicFile(path, releases.current().shell);
  tracing?.traceRequests(server, (request) =>
    kindOf(request, isFile) === 'page'
      ? pageFacts(request.raw, releases.current())
      : { 'http.route': request.routeOptions.url },
  );
  secureServer(server, SITE_ORIGIN);
  countRequests(server, metrics, isFile, ({ raw }) => pathTemplate(raw, releases.current().routes));
  requestIdHeader(server);
  refuseOverload(server);
  // Pages accept forms only.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
}
