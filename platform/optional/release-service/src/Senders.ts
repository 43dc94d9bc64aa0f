import { isSameToken } from '@site/node/csrf.ts';
import { assertAppName } from '@site/releases/names.ts';
import { type RequestSignature, signerOf } from '@site/releases/signing/requests.ts';
import type { Trust } from '@site/releases/signing/Trust.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorityOf } from './authorityOf.ts';
import { serviceLimits } from './limits.ts';
import type { ReceivedRequests } from './ReceivedRequests.ts';
import type { ServiceSettings } from './ServiceOptions.ts';

const { atOnce } = serviceLimits.requests;

/** Decides from the headers of a request who sends it, before any of its body is read. */
export class Senders {
  readonly #trust: Trust;
  readonly #received: ReceivedRequests;
  readonly #settings: ServiceSettings;
  /** How many requests of each key are being answered. */
  readonly #answering = new Map<string, number>();

  constructor(trust: Trust, received: ReceivedRequests, settings: ServiceSettings) {
    this.#trust = trust;
    this.#received = received;
    this.#settings = settings;
  }

  /**
   * Checks who asks; every key of the app may.
   *
   * @param app what it is about; without one, any trusted key will do
   * @returns the key
   * @throws {OperatorError} RELEASE-REQUEST, RELEASE-KEY or RELEASE-BUSY
   */
  assert(request: FastifyRequest, reply: FastifyReply, app?: string): string {
    const signature = this.#signatureOf(request);
    this.#trust.assertMember(signature.key, app);
    this.#begin(signature.key, reply);
    this.#received.add(signature);
    return signature.key;
  }

  /** Options of a route whose requests a key of the app has to sign. What is refused is refused before its body is read. */
  signed(app?: string) {
    return {
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const { app: named } = request.params as { readonly app?: string };
        if (named !== undefined) assertAppName(named);
        this.assert(request, reply, app ?? named);
      },
    };
  }

  /**
   * Checks that a protected file is requested by any team, or by a server.
   *
   * @throws {OperatorError} RELEASE-REQUEST, RELEASE-KEY or RELEASE-BUSY
   */
  assertReader(request: FastifyRequest): void {
    const { authorization, 'signature-input': signed } = request.headers;
    const { RELEASES_TOKEN } = this.#settings;
    if (RELEASES_TOKEN !== undefined && isSameToken(authorization, `Bearer ${RELEASES_TOKEN}`)) return;
    if (authorization !== undefined || signed === undefined)
      throw new OperatorError(
        'RELEASE-REQUEST',
        'This file is for teams and servers. A team gives its key: --key FILE, or RELEASE_KEY. A server needs the RELEASES_TOKEN of this service.',
      );
    const signature = this.#signatureOf(request);
    this.#trust.assertMember(signature.key);
    this.#received.add(signature);
  }

  #signatureOf(request: FastifyRequest): RequestSignature {
    const { method, headers, url } = request;
    const { RELEASE_SERVICE_ORIGIN, SITE_ORIGIN } = this.#settings;
    const authority = authorityOf(request, RELEASE_SERVICE_ORIGIN ?? SITE_ORIGIN);
    return signerOf({ method, authority, path: url.split('?')[0] ?? '', headers });
  }

  #begin(key: string, reply: FastifyReply): void {
    const count = this.#answering.get(key) ?? 0;
    if (count >= atOnce)
      throw new OperatorError(
        'RELEASE-BUSY',
        `${atOnce} requests of this key are being answered. Try again when they are done.`,
      );
    this.#answering.set(key, count + 1);
    reply.raw.once('close', () => {
      const left = (this.#answering.get(key) ?? 1) - 1;
      if (left > 0) this.#answering.set(key, left);
      else this.#answering.delete(key);
    });
  }
}
