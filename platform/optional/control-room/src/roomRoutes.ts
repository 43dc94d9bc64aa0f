import type { Reader } from '@site/releases/signing/Trust.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitOf } from './access/visitCookie.ts';
import { actPages } from './actPages.ts';
import { acts } from './acts.ts';
import { deskRoutes } from './desk/deskRoutes.ts';
import { type AnswerPage, formRoutes } from './formRoutes.ts';
import { preferredLanguage, type Texts, textsOf } from './html/texts.ts';
import { explained } from './html/words.ts';
import { measurePages } from './measurePages.ts';
import { entrancePage } from './pages/entrancePage.ts';
import { messagePage } from './pages/layout.ts';
import { sendPage, sendSigningPage } from './pages/sendPage.ts';
import { policyActs } from './policyActs.ts';
import { policyForms, policyPages } from './policyPages.ts';
import type { AddPage, PageRequest, RoomParts } from './RoomParts.ts';
import { releasePages } from './releasePages.ts';
import { serverPages } from './serverPages.ts';
import { signedRoutes } from './signedRoutes.ts';

/** Serves the pages to whoever is in, and to others how to come in. */
export function roomRoutes(server: FastifyInstance, parts: RoomParts): void {
  const { visits, origin } = parts;

  const page: AddPage = (path, make, kind) =>
    server.get(`/:language${path}`, async (request, reply) => {
      const params = request.params as PageRequest['params'];
      const texts = textsOf(params.language ?? '');
      if (!texts) return await toLanguage(request, reply);
      const who = visits.visitor(visitOf(request));
      if (!who) return sendPage(reply, entrancePage(texts, origin()), 401);
      const asked = { texts, who, params, query: request.query as PageRequest['query'] };
      return await answer(request, reply, make, kind, asked);
    });

  releasePages(page, parts);
  actPages(page, parts);
  serverPages(page, parts);
  measurePages(page, parts);
  policyPages(page, parts);
  formRoutes(server, parts, answer, (form) => policyForms(form, parts));
  signedRoutes(server, parts, (add) => {
    acts(add, parts);
    policyActs(add, parts);
  });
  deskRoutes(server, parts);
  server.get('/', toLanguage);
  server.setNotFoundHandler(async (request, reply) => {
    const texts = textsOf(preferredLanguage(request.headers['accept-language']));
    const who = visits.visitor(visitOf(request));
    return texts && who ? sendMissing(reply, texts, who) : await toLanguage(request, reply);
  });
}

const answer: AnswerPage = async (request, reply, make, kind, asked) => {
  const { texts, who } = asked;
  try {
    const made = await make(asked);
    if (!made) return sendMissing(reply, texts, who);
    return kind === 'signs' ? sendSigningPage(reply, made) : sendPage(reply, made);
  } catch (error) {
    // The store may be away, or damaged in a way that no page can show: whoever looks shall know.
    if (!(error instanceof OperatorError)) throw error;
    request.log.warn(error.message);
    const page = { texts, title: texts.text('failed.title'), path: '', reader: who };
    return sendPage(reply, messagePage(page, explained(texts, error.message)), 503);
  }
};

const sendMissing = (reply: FastifyReply, texts: Texts, reader: Reader): FastifyReply => {
  const page = { texts, title: texts.text('missing.title'), path: '', reader };
  return sendPage(reply, messagePage(page, texts.text('missing.text')), 404);
};

/** Leads to the first page in the language that the browser prefers. */
const toLanguage = async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  reply
    .headers({ 'cache-control': 'no-store', vary: 'accept-language' })
    .redirect(`/${preferredLanguage(headers['accept-language'])}`, 303);
