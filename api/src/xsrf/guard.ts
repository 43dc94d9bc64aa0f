import { isCrossSite, isSameToken } from '@site/http/csrf.ts';
import { xsrf } from '@site/shared/contract/api.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../errors/Problem.ts';

/** Refuses what another site makes a visitor's browser send. */
export function xsrfGuard(siteOrigin: string | undefined): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (isCrossSite(request.headers, request.host, siteOrigin)) throw new Problem(403, 'cross_site');
    if (!isSameToken(request.cookies[xsrf.cookie], request.headers[xsrf.header]))
      throw new Problem(403, 'xsrf_mismatch');
  };
}
