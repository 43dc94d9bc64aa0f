import { isCrossSite } from '@site/node/csrf.ts';
import { authorityOf } from '@site/release-service/authorityOf.ts';
import { signerOf } from '@site/releases/signing/requests.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage, textsOf } from '../html/texts.ts';
import { entrancePage, invitationPage } from '../pages/entrancePage.ts';
import { sendPage } from '../pages/sendPage.ts';
import type { RoomParts } from '../RoomParts.ts';
import { visitCookie, visitOf } from './visitCookie.ts';

/** Where a command asks for a link: a request that its holder's key signs. */
export const invitationPath = '/invitations';

/** What access depends on. */
type AccessParts = Pick<RoomParts, 'settings' | 'trust' | 'visits' | 'received' | 'origin'>;

/** Gives links to holders of keys, lets in whoever has one, and lets out. */
export function accessRoutes(
  server: FastifyInstance,
  { settings, trust, visits, received, origin }: AccessParts,
): void {
  // The bodies of forms and of signed requests are empty.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  server.post(invitationPath, async (request, reply) => {
    const { method, headers, url: path } = request;
    const authority = authorityOf(request, settings.CONTROL_ROOM_ORIGIN);
    const signature = signerOf({ method, authority, path, headers });
    if (!trust.readerOf(signature.key))
      throw new OperatorError(
        'RELEASE-KEY',
        'The request is signed by a key that TRUSTED_KEYS doesn’t have, or that has ended.',
      );
    received.add(signature);
    return await reply.header('cache-control', 'no-store').send({
      link: `${settings.CONTROL_ROOM_ORIGIN ?? `http://${authority}`}${enterPath(visits.invite(signature.key))}`,
    });
  });

  server.get<{ Params: { secret: string } }>('/enter/:secret', async (request, reply) => {
    const texts = textsFor(request);
    const { secret } = request.params;
    const reader = visits.invited(secret);
    // Programs that look at links, such as a chat's, use none up: a person presses the button.
    return reader
      ? sendPage(reply, invitationPage(texts, secret, reader.name))
      : sendPage(reply, entrancePage(texts, origin(), 'used'), 403);
  });

  server.post<{ Params: { secret: string } }>('/enter/:secret', async (request, reply) => {
    const refused = refuseCrossSite(request, reply);
    if (refused) return refused;
    const texts = textsFor(request);
    const visit = visits.enter(request.params.secret);
    if (visit === undefined) return sendPage(reply, entrancePage(texts, origin(), 'used'), 403);
    reply.header('set-cookie', visitCookie(request, visit)).header('cache-control', 'no-store');
    return await reply.redirect(`/${texts.language}`, 303);
  });

  server.post('/leave', async (request, reply) => {
    const refused = refuseCrossSite(request, reply);
    if (refused) return refused;
    visits.leave(visitOf(request));
    reply.header('set-cookie', visitCookie(request)).header('cache-control', 'no-store');
    return await reply.redirect('/', 303);
  });
}

/** The path of a link into the room. */
export const enterPath = (secret: string): string => `/enter/${secret}`;

function textsFor({ headers }: FastifyRequest) {
  const texts = textsOf(preferredLanguage(headers['accept-language']));
  if (!texts) throw new Error('The control room has no texts.');
  return texts;
}

/** Refuses a form that another site has sent; undefined for one of the room. */
export function refuseCrossSite({ headers, host }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (!isCrossSite(headers, host)) return undefined;
  return reply
    .code(403)
    .header('cache-control', 'no-store')
    .type('text/plain')
    .send('SITE-REQUEST Another site has sent this form.');
}
