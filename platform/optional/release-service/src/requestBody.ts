import { Readable } from 'node:stream';
import { isShallow } from '@site/releases/descriptions.ts';
import { digested } from '@site/releases/signing/requests.ts';
import { collect, maxDescriptionBytes } from '@site/releases/store/files.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyRequest } from 'fastify';

/** How deep a request's JSON may be nested: a description, and what the request wraps it in. */
const maxRequestDepth = 20;

/** The bytes that arrive, as long as they are what was signed. If only part is read, the connection stays usable. */
export async function* bodyOf({ body, headers }: FastifyRequest): AsyncGenerator<Uint8Array> {
  const payload = (body as Readable | undefined) ?? Readable.from([]);
  try {
    yield* digested(payload.iterator({ destroyOnReturn: false }), headers['content-digest']);
  } finally {
    payload.resume();
  }
}

/**
 * @param otherwise what a request without a body stands for; without it, such a request is refused
 * @throws {OperatorError} RELEASE-REQUEST, or RELEASE-FILE when it is too large
 */
export async function jsonOf(request: FastifyRequest, otherwise?: object): Promise<unknown> {
  const text = await collect(bodyOf(request), maxDescriptionBytes, 'The request');
  if (text.length === 0 && otherwise) return otherwise;
  const value = parseJson(text.toString('utf8'));
  if (isShallow(value, maxRequestDepth)) return value;
  throw new OperatorError('RELEASE-REQUEST', 'The request has JSON that is nested too deeply.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OperatorError('RELEASE-REQUEST', 'The request has no JSON.', cause);
  }
}
