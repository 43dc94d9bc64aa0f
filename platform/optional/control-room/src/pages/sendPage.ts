import { nothingAllowed, policyOf } from '@site/node/secureHeaders.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../html/html.ts';
import { scriptsPath } from '../roomFiles.ts';

/** Of the room's own: its style sheet, its fonts and its forms. No script runs, whatever a page has in it. */
const readingPolicy: Readonly<Record<string, string>> = {
  ...nothingAllowed,
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self'",
  'form-action': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

/**
 * Where something is signed, the room's own scripts run, and nothing else: they make no markup from strings, and send to the room alone.
 * The files beside them are no scripts.
 */
function signingPolicy({ protocol, host }: FastifyRequest): Readonly<Record<string, string>> {
  const isPlain = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
  const scripts = isPlain ? `${protocol}://${host}${scriptsPath}` : "'self'";
  return { ...readingPolicy, 'script-src': scripts, 'connect-src': "'self'" };
}

/** Headers of every page. Addresses of links into the room are secrets. */
const pageHeaders = {
  'content-security-policy': policyOf(readingPolicy),
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

/** Sends a page on which something is signed. */
export const sendSigningPage = (reply: FastifyReply, page: Html): FastifyReply => {
  const sent = reply.headers({ ...pageHeaders, 'content-security-policy': policyOf(signingPolicy(reply.request)) });
  return sent.send(page.text);
};
