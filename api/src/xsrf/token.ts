import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The cookie that carries the token, readable by the site's own scripts. */
export const xsrfCookie = 'XSRF-TOKEN';

/** The header in which a script of the site sends the token back. */
export const xsrfHeader = 'x-xsrf-token';

/** A new token: 256 random bits. */
export function newXsrfToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be a token of ours. It is sent back in a header: what could not stand there is none. */
export const isToken = (text: string | undefined): text is string => /^[\w-]{16,128}$/.test(text ?? '');

/** Whether cookie and header carry the same token. The time it takes says nothing about them. */
export function isSameToken(cookie: unknown, header: unknown): boolean {
  if (typeof cookie !== 'string' || typeof header !== 'string' || cookie === '') return false;
  return timingSafeEqual(digest(cookie), digest(header));
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
