import { root } from '@site/kit/build/bundles/project.ts';
import type { RawAnswer } from '../raw.ts';
import type { Attack } from './Attack.ts';

/** What no visitor is to learn: places on the server's disk, stack traces, names and versions of what it runs on. */
const secrets = [
  /\bat \S+ \(?\S+:\d+:\d+/,
  /node_modules[/\\]|file:\/\//,
  /fastify|sqlite|node(?:js)?[/ ]v?\d/i,
  /^(?:server|x-powered-by):/im,
];

/** What is wrong with the answer to an attack; nothing when all is well. */
export function faultOf(
  { bytes, isRequest }: Attack,
  { status, headers, text, isHanging }: RawAnswer,
): string | undefined {
  if (isHanging) return 'no answer';
  if (status >= 500) return `status ${status}`;
  if (status === 0) return isRequest ? 'closed without an answer' : undefined;
  if (!headers.get('content-security-policy')?.startsWith("default-src 'none'")) return 'no policy';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'content may be sniffed';
  if (!/^(?:\/(?!\/)|$)/.test(headers.get('location') ?? '')) return `leads to ${headers.get('location')}`;
  if (text.includes(root)) return 'tells where it is';
  // Pages may repeat their own address.
  const [secret] = secrets.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).filter((told) => !bytes.includes(told));
  return secret && `tells ${secret}`;
}
