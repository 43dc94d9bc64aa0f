import type { PageRequest, RefusedForm, RenderTools } from '@site/renderer/views/renderView.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import { noStore } from '../pages/headers.ts';
import { renderPage } from '../pages/renderPage.ts';
import type { PageAnswer } from '../pages/sendAnswer.ts';

/** What showing a refused form depends on. */
export interface RefusedTools extends RenderTools {
  /** Counts a refused form of the visitor's network. Resolves with how many seconds to wait when there were too many. */
  readonly tooManyRefused: () => Promise<number | undefined>;
  readonly metrics: RenderTools['metrics'] & Pick<SiteMetrics, 'rejections'>;
}

/**
 * Shows a refused form on its page again. That takes a process of its own, so each network gets a limited number; without one,
 * the visitor learns what to do from a page that needs no process.
 */
export async function showRefused(
  request: PageRequest,
  refused: RefusedForm,
  tools: RefusedTools,
  render = renderPage,
): Promise<PageAnswer> {
  const wait = await tools.tooManyRefused();
  if (wait !== undefined) return { kind: 'not-shown', refused, wait };
  const outcome = await render({ ...request, refused }, tools, { headers: noStore });
  // A page in place of the form's own would say nothing of what the visitor has sent.
  if (outcome.kind !== 'refused' && outcome.kind !== 'substitute') return outcome;
  if (outcome.kind === 'refused') tools.metrics.rejections.inc({ reason: outcome.reason });
  return { kind: 'not-shown', refused, wait };
}
