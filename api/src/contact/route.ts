import type { ContactRejection } from '@site/shared/contract/contact/contact.ts';
import type { FastifyInstance } from 'fastify';
import { assertPerson } from '../abuse/person.ts';
import type { ApiOptions } from '../api.ts';
import { languageOf } from '../http/language.ts';
import { limits } from '../limits.ts';
import { xsrfGuard } from '../xsrf/guard.ts';
import { contactErrors } from './check.ts';
import { readKey } from './key.ts';
import { readMessage } from './read.ts';
import { storeMessage } from './store.ts';

/** `POST /contact`: checks a message by the rules of the form and stores it. */
export function contactRoute(api: FastifyInstance, options: ApiOptions): void {
  const { database, siteOrigin, contactRate, confirms, onStored } = options;
  const route = {
    bodyLimit: limits.body,
    config: { rateLimit: contactRate ?? limits.contactRate },
    preHandler: xsrfGuard(siteOrigin),
  };
  api.post('/contact', route, async (request, reply) => {
    const language = languageOf(request);
    const message = readMessage(request.body);
    const key = readKey(request.headers);
    assertPerson(request.body);
    const errors = contactErrors(message, language);
    if (errors.length > 0) {
      const rejection: ContactRejection = { errors };
      return await reply.code(422).header('content-language', language).send(rejection);
    }
    const id = await storeMessage(database, message, { language, key, confirms });
    onStored?.();
    return await reply.code(201).send({ id });
  });
}
