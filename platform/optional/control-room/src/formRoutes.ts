import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseCrossSite } from './access/accessRoutes.ts';
import { visitOf } from './access/visitCookie.ts';
import { textsOf } from './html/texts.ts';
import { roomLimits } from './limits.ts';
import { entrancePage } from './pages/entrancePage.ts';
import { messagePage } from './pages/layout.ts';
import { sendPage } from './pages/sendPage.ts';
import type { AddPage, MakePage, PageRequest, RoomParts } from './RoomParts.ts';

/** Makes a page, and sends it or what is wrong. */
export type AnswerPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  make: MakePage,
  kind: Parameters<AddPage>[2],
  asked: PageRequest,
) => Promise<FastifyReply>;

/**
 * Answers forms with pages: from pages of the room alone, and from those who are in. What somebody has sent is the `query` of the
 * request, and changes nothing.
 */
export const formRoutes = (
  server: FastifyInstance,
  { visits, origin }: Pick<RoomParts, 'visits' | 'origin'>,
  answer: AnswerPage,
  addAll: (form: AddPage) => void,
): void =>
  void server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: roomLimits.form },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    routes.setErrorHandler(sayUnreadable);
    // Nothing is read of anybody else.
    routes.addHook('onRequest', async (request, reply) => {
      const texts = textsOf(languageOf(request));
      if (!texts) return reply.callNotFound();
      const refused = refuseCrossSite(request, reply);
      if (refused) return refused;
      if (!visits.visitor(visitOf(request))) return sendPage(reply, entrancePage(texts, origin()), 401);
    });
    addAll((path, make, kind) =>
      routes.post(`/:language${path}`, async (request, reply) => {
        const params = request.params as PageRequest['params'];
        const [texts, who] = [textsOf(languageOf(request)), visits.visitor(visitOf(request))];
        if (!texts || !who) return reply.callNotFound();
        const query = (request.body ?? {}) as PageRequest['query'];
        return await answer(request, reply, make, kind, { texts, who, params, query });
      }),
    );
  });

const languageOf = ({ params }: FastifyRequest): string => (params as PageRequest['params']).language ?? '';

/** Says that a form is too long, or none. Whoever has sent it finds it when they go back. */
function sayUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const texts = textsOf(languageOf(request));
  const { statusCode = 500 } = error;
  if (!texts || statusCode >= 500) throw error;
  const page = { texts, title: texts.text('failed.title'), path: '' };
  return sendPage(reply, messagePage(page, texts.text('policy.unreadable')), statusCode);
}
