import { limits as httpLimits } from '@site/node/limits.ts';
import { keyHeader } from '@site/shared/contract/api.ts';
import type { ContactRejection } from '@site/shared/contract/contact/contact.ts';
import { isFormKey } from '@site/shared/contract/form/form.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/schema.ts';
import { languageOf, Problem } from '../errors/Problem.ts';
import { limits } from '../limits.ts';
import { assertNotBot } from '../security/botCheck.ts';
import { csrfGuard } from '../security/csrf.ts';
import { parseMessage, validateMessage } from './message.ts';
import { isProbe } from './probe.ts';
import { storeMessage, tryToStore } from './store.ts';

/** What the API needs from the server that it runs in. */
export interface ApiOptions {
  readonly database: Database;
  /** Public origin of the site, such as `https://www.example.com`; needed when a proxy changes the `Host` header. */
  readonly siteOrigin?: string | undefined;
  /** Whether visitors get a mail that confirms their message. */
  readonly confirms?: boolean | undefined;
  /** The token of a monitor's test message; without one, there are no test messages. */
  readonly probeToken?: string | undefined;
  /** Called when a message and its mails are stored. */
  readonly onStored?: ((id: string) => void) | undefined;
  /** How many messages one address may send in `timeWindow` milliseconds; default: `limits.contactRate`. */
  readonly contactRate?: { readonly max: number; readonly timeWindow: number } | undefined;
}

/** `POST /contact`: checks a message by the rules of the form and stores it. */
export function contactRoute(api: FastifyInstance, options: ApiOptions): void {
  const { database, siteOrigin, contactRate, confirms, onStored, probeToken } = options;
  const route = {
    bodyLimit: httpLimits.forms.json,
    config: { rateLimit: contactRate ?? limits.contactRate },
    preHandler: csrfGuard(siteOrigin),
  };
  api.post('/contact', route, async (request, reply) => {
    const isTest = isProbe(request, probeToken);
    const language = languageOf(request);
    const message = parseMessage(request.body);
    const key = keyOf(request.headers);
    assertNotBot(request.body);
    const errors = validateMessage(message, language);
    if (errors.length > 0) {
      const rejection: ContactRejection = { errors };
      return await reply.code(422).header('content-language', language).send(rejection);
    }
    if (isTest) {
      await tryToStore(database, message, { language, key, confirms });
      return await reply.code(200).send({ probe: 'This message could have been stored. Nothing of it is kept.' });
    }
    const id = await storeMessage(database, message, { language, key, confirms });
    onStored?.(id);
    return await reply.code(201).send({ id });
  });
}

/**
 * The key under which a message may be sent again, if its sender gave one: with quotes, as in the draft standard, or without.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 * @throws {Problem} when the header can't be a key
 */
function keyOf(headers: Readonly<Record<string, unknown>>): string | undefined {
  const value = headers[keyHeader];
  if (value === undefined || value === '') return undefined;
  const key = String(value).replace(/^"(.*)"$/, '$1');
  if (!isFormKey(key)) throw new Problem(400, 'invalid_request');
  return key;
}
