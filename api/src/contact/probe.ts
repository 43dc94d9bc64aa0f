import { isSameToken } from '@site/node/csrf.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../errors/Problem.ts';

/** The header of a test message, which checks the way to the database. Its value is the token of `/metrics`. */
export const probeHeader = 'x-site-probe';

/**
 * Whether a message is a monitor's test. It takes the same path as a visitor's message, but nothing of it is kept, and
 * nobody gets a mail.
 *
 * @throws {Problem} when the token is wrong: a message that calls itself a test is never stored
 */
export function isProbe({ headers }: Pick<FastifyRequest, 'headers'>, token: string | undefined): boolean {
  const given = headers[probeHeader];
  if (given === undefined) return false;
  if (token === undefined || !isSameToken(given, token)) throw new Problem(403, 'probe_refused');
  return true;
}
