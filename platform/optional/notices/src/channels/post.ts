import {
  assertPublicHost,
  assertPublicName,
  isOwnName,
  ownAgent,
  publicAgent,
  type Resolve,
} from '@site/api/news/sources/publicAddress.ts';
import { plainLine } from '@site/shared/plainText.ts';
import { fetch, type Response } from 'undici';
import { noticeLimits } from '../limits.ts';

/** What is sent to a webhook. */
interface Post {
  readonly url: string;
  /** Whether its name may lead into the owner's own network. */
  readonly isPrivate: boolean;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** How long it may take, in milliseconds. */
  readonly timeout?: number;
  /** For tests. */
  readonly resolve?: Resolve;
}

/** A receiver's refusal. What it says is not in the message, which is logged: it could repeat its secret address. */
export class RefusedError extends Error {
  /** The beginning of what it says. */
  readonly answer: string;

  constructor(status: number, answer: string) {
    const isRedirect = status >= 300 && status < 400;
    super(`it answered ${status}${isRedirect ? ': redirects aren’t followed' : ''}`);
    this.answer = answer;
  }
}

/**
 * Sends a webhook its JSON, without following redirects. A public name must lead to a public address; the owner may name a
 * machine of their own network by its address, or say so.
 *
 * @returns the status, and the beginning of what came back
 * @throws {Error} saying what came back, without the address, which is secret
 */
export async function post({
  url,
  isPrivate,
  body,
  headers,
  signal,
  timeout = noticeLimits.request,
  resolve,
}: Post): Promise<string> {
  const target = new URL(url);
  const isOwn = isPrivate || isOwnName(target);
  const dispatcher = isOwn ? ownAgent() : publicAgent(resolve);
  const late = AbortSignal.timeout(timeout);
  try {
    if (!isOwn) {
      assertPublicHost(target);
      await assertPublicName(target, resolve);
    }
    const response = await fetch(target, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'user-agent': 'site-notices', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([late, signal]),
      dispatcher,
    });
    const answer = await beginningOf(response);
    if (!response.ok) throw new RefusedError(response.status, answer);
    return `${response.status} ${answer}`.trim();
  } catch (error) {
    if (late.aborted) throw new Error(`it gave no whole answer within ${timeout / 1000} s`);
    throw error instanceof TypeError ? new Error(causeOf(error)) : error;
  } finally {
    await dispatcher.destroy();
  }
}

/** What a receiver says, as one line, however much it sends. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length >= noticeLimits.answer) break;
  }
  return plainLine(text.slice(0, noticeLimits.answer));
}

/** Why there was no connection: `fetch failed` alone says nothing. */
function causeOf({ cause, message }: Error): string {
  if (!(cause instanceof Error)) return message;
  return cause.message || ('code' in cause ? String(cause.code) : message);
}
