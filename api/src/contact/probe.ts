import { isSameToken } from '@site/http/csrf.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../errors/Problem.ts';

/** The header that makes a message a test of the way to the database: it has the token that `/metrics` needs. */
export const probeHeader = 'x-site-probe';

/**
 * Whether a message is a monitor's test. It takes the same way as a visitor's, but nothing of it is kept, and nobody gets a mail.
 *
 * @throws {Problem} when the token is wrong: nothing that calls itself a test is ever stored
 */
export function isProbe({ headers }: Pick<FastifyRequest, 'headers'>, token: string | undefined): boolean {
  const given = headers[probeHeader];
  if (given === undefined) return false;
  if (token === undefined || !isSameToken(given, token)) throw new Problem(403, 'probe_refused');
  return true;
}
