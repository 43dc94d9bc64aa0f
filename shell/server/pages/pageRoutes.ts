import { isCrossSite } from '@site/api';
import { matchPath } from '@site/shared/routes/match.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteParts } from '../SiteParts.ts';
import type { PageMemory } from './answerFromMemory.ts';
import { type CachedPage, toPage } from './CachedPage.ts';
import { filesOf, pageDocument } from './document.ts';
import { inlineScriptsOf } from './inlineScripts.ts';
import { type PageMode, readMode, withPreview } from './pageMode.ts';
import { type PageRequest, renderPage } from './renderPage.ts';
import { rootDocument } from './rootDocument.ts';
import { sendPage } from './sendPage.ts';

/** Serves the page at `/`, every page of the route table, and the 404 page everywhere else. */
export function pageRoutes(server: FastifyInstance, parts: SiteParts, { cache, state }: PageMemory): void {
  server.get('/', async (request, reply) => {
    const now = await state.look();
    const known = cache.get('/', now);
    if (known) return sendPage(request, reply, known);
    const { shell } = parts.releases.current();
    const styles = ['.', './root'].flatMap((module) => filesOf(shell, module).styles);
    const document = rootDocument(inlineScriptsOf(shell), styles);
    const page = toPage(document, 200);
    cache.set('/', now, page);
    return sendPage(request, reply, page);
  });

  server.get('/*', async (request, reply) => {
    const { path, query } = addressOf(request);
    if (path.endsWith('/') && matchPath(path.slice(0, -1))) return reply.redirect(path.slice(0, -1) + query, 301);
    if (query !== '') {
      return await answer(request, reply, requestOf(request), { mode: await readMode(query, parts.releases) });
    }
    const now = await state.look();
    const known = cache.get(path, now);
    if (known) return sendPage(request, reply, known);
    return await answer(request, reply, requestOf(request), { keep: (page) => cache.set(path, now, page) });
  });

  server.post('/*', async (request, reply) => {
    if (isCrossSite(request.headers, request.host, parts.settings.SITE_ORIGIN)) {
      return reply.code(403).type('text/plain').send('SITE-CROSS-SITE This form was posted from another site.');
    }
    const form = typeof request.body === 'string' ? request.body : '';
    reply.header('cache-control', 'no-store');
    return await answer(request, reply, { ...requestOf(request), form }, { headers: noStore });
  });

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: PageRequest,
    { mode, headers, keep }: AnswerOptions,
  ): Promise<FastifyReply> {
    const live = parts.releases.current();
    const { shell } = live;
    const outcome = await renderPage(asked, { ...parts, releases: withPreview(live, mode) });
    if (outcome.kind === 'redirect') return reply.redirect(outcome.location, 303);
    if (outcome.kind === 'method-not-allowed') return reply.code(405).header('allow', 'GET, HEAD').send();
    if (outcome.kind === 'failed') return reply.code(503).header('retry-after', retrySeconds).send();
    const { status, remotes } = outcome;
    const document = pageDocument(outcome.parts, { shell, remotes, inline: inlineScriptsOf(shell), mode });
    const page = toPage(document, status, {
      ...headers,
      ...(mode && { ...noStore, 'x-robots-tag': 'noindex' }),
      ...(status === 503 && { 'retry-after': retrySeconds }),
    });
    if (status === 200) keep?.(page);
    return sendPage(request, reply, page);
  }
}

/** How a page that is rendered now differs from one for everybody. */
interface AnswerOptions {
  readonly mode?: PageMode | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives a page that may be shown again. */
  readonly keep?: (page: CachedPage) => void;
}

const noStore = { 'cache-control': 'no-store' };
const retrySeconds = '5';

function addressOf({ url }: FastifyRequest): { path: string; query: string } {
  const start = url.indexOf('?');
  return start < 0 ? { path: url, query: '' } : { path: url.slice(0, start), query: url.slice(start) };
}

function requestOf(request: FastifyRequest): PageRequest {
  return {
    url: request.url,
    acceptLanguage: request.headers['accept-language'],
    visitor: { address: request.ip },
  };
}
