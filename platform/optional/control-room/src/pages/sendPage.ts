import { nothingAllowed, policyOf } from '@site/node/secureHeaders.ts';
import type { FastifyReply } from 'fastify';
import type { Html } from '../html/html.ts';

/** Of the room's own: its style sheet, its fonts and its forms. No script runs, whatever a page has in it. */
const contentSecurityPolicy = policyOf({
  ...nothingAllowed,
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
});

/** Headers of every page. Addresses of links into the room are secrets. */
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-frame-options': 'DENY',
  vary: 'accept-language, cookie',
};

/** Sends a page of the room, which no cache keeps. */
export const sendPage = (reply: FastifyReply, { text }: Html, status = 200): FastifyReply =>
  reply.code(status).headers(pageHeaders).send(text);
