import type { FastifyRequest } from 'fastify';
import { roomLimits } from '../limits.ts';

/** Over https the name keeps other hosts of the domain from setting it: a remote's script could otherwise let someone in as itself. */
const nameOf = ({ protocol }: Pick<FastifyRequest, 'protocol'>) =>
  protocol === 'https' ? '__Host-control-room' : 'control-room';

/** The secret of a visit that a request brings. */
export function visitOf(request: Pick<FastifyRequest, 'headers' | 'protocol'>): string | undefined {
  const [, secret] =
    new RegExp(`(?:^|; )${nameOf(request)}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '') ?? [];
  return secret;
}

/** The cookie of a visit; without a secret, it ends it. */
export function visitCookie(request: Pick<FastifyRequest, 'protocol'>, secret = ''): string {
  const life = secret === '' ? 0 : roomLimits.visit / 1_000;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${nameOf(request)}=${secret}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Strict${secure}`;
}
