import type { FastifyRequest } from 'fastify';
import { Problem } from '../errors/Problem.ts';
import { isCrossSite } from './crossSite.ts';
import { isSameToken, xsrfCookie, xsrfHeader } from './token.ts';

/** Refuses what another site makes a visitor's browser send. */
export function xsrfGuard(siteOrigin: string | undefined): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (isCrossSite(request.headers, request.host, siteOrigin)) throw new Problem(403, 'cross_site');
    if (!isSameToken(request.cookies[xsrfCookie], request.headers[xsrfHeader])) throw new Problem(403, 'xsrf_mismatch');
  };
}
