import { createHmac } from 'node:crypto';
import type { SentNotice } from '../Notice.ts';
import { cleaned, plainText, type Wording } from '../words.ts';

/** A notice as JSON, for programs: what happened, by names that stay, and in words. */
export const signedBody = (
  { id, at, kind, app, values }: SentNotice,
  site: string,
  { title, lines }: Wording,
): string =>
  JSON.stringify({
    id,
    at,
    site,
    kind,
    app,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cleaned(value)])),
    text: [title, ...lines].map(plainText).join('\n'),
  });

/**
 * The headers that prove who sends a body, and when (standardwebhooks.com): a repeated one is old, or has an id that the receiver
 * knows.
 *
 * @param secret `whsec_` and the key in base64
 * @param time of this try, in milliseconds since 1970
 */
export function signatureHeaders(id: string, body: string, secret: string, time = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(time / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
