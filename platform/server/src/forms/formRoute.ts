import rateLimit from '@fastify/rate-limit';
import { isCrossSite } from '@site/node/csrf.ts';
import { networkLimit } from '@site/node/networkLimit.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { Rollouts } from '@site/rollouts/Rollouts.ts';
import type { FastifyInstance } from 'fastify';
import { serverLimits } from '../limits.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import { noStore } from '../pages/headers.ts';
import { previewSecret } from '../pages/previewLinks.ts';
import { requestOf } from '../pages/requestOf.ts';
import { sendAnswer } from '../pages/sendAnswer.ts';
import type { Settings } from '../settings.ts';
import { answerForm, type FormTools } from './answerForm.ts';

/** What the route of forms works with. */
interface FormParts extends Omit<FormTools, 'tooMany' | 'tooManyRefused' | 'formSecret'> {
  readonly settings: Pick<Settings, 'SITE_ORIGIN' | 'PREVIEW_SECRET' | 'DATA_DIR'>;
  readonly metrics: FormTools['metrics'] & Pick<SiteMetrics, 'pageCache'>;
  readonly rollouts: FormTools['rollouts'] & Pick<Rollouts, 'shownTo'>;
  readonly origin: () => string;
  readonly shared: SharedMemory | undefined;
}

/** Takes the forms of pages: from scripts, and from browsers without them. */
export async function formRoute(scope: FastifyInstance, parts: FormParts): Promise<void> {
  await scope.register(rateLimit, { global: false, cache: serverLimits.forms.networks });
  const tooMany = networkLimit(scope, { what: 'forms', ...serverLimits.forms }, parts.shared);
  const tooManyRefused = networkLimit(scope, { what: 'refused forms', ...serverLimits.refusedForms }, parts.shared);
  scope.post('/*', async (request, reply) => {
    if (isCrossSite(request.headers, request.host, parts.settings.SITE_ORIGIN)) {
      const text = 'SITE-CROSS-SITE This form was posted from another site.';
      return reply.sendFailure({ status: 403, text, page: 'request' });
    }
    parts.metrics.pageCache.inc({ result: 'bypass' });
    request.span?.set({ 'site.cache': 'bypass' });
    const body = typeof request.body === 'string' ? request.body : '';
    const isScripted = request.headers.accept === 'application/json';
    reply.headers(noStore);
    const asked = requestOf(request, parts.rollouts.shownTo(request.ip), parts);
    const tools = {
      ...parts,
      formSecret: () => previewSecret(parts.settings),
      tooMany: () => tooMany(request),
      tooManyRefused: () => tooManyRefused(request),
    };
    return await sendAnswer(request, reply, await answerForm(asked, { body, isScripted }, tools), !parts.development);
  });
}
