import type { PageRequest } from '@site/renderer/views/renderView.ts';
import type { ShownToVisitor } from '@site/rollouts/Rollouts.ts';
import type { FastifyRequest } from 'fastify';
import { pageUrlOf } from './cacheKeys.ts';
import { languageOf } from './urls.ts';

/** What a request asks for, of the pages that its visitor is shown. */
export function requestOf(
  request: FastifyRequest,
  shown: ShownToVisitor,
  { origin }: { readonly origin: () => string },
): PageRequest {
  const address = pageUrlOf(request.raw, shown.routes);
  return {
    address,
    origin: origin(),
    candidates: shown.candidates,
    language: languageOf(address.path, request.headers['accept-language']),
    visitor: {
      address: request.ip,
      requestId: request.id,
      span: request.span,
      ...(address.isSearch && { isSearch: true }),
    },
  };
}
