import { isShown, type Outcome } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import type { Renderer } from '../workers/Renderer.ts';
import type { RenderTask } from '../workers/RenderTask.ts';

/** Renders a view as a part of its visitor's trace, if that is recorded. */
export async function renderTraced(
  renderer: Pick<Renderer, 'render'>,
  task: RenderTask,
): Promise<Outcome<RenderedView>> {
  const { visitor, page, remote, shell, job } = task;
  const span = visitor.span?.begin('render', {
    'site.remote': remote?.manifest.name,
    'site.release': (remote ?? shell).manifest.version,
    'site.page': page,
    'site.language': job.request.language,
  });
  if (!span) return await renderer.render(task);
  const outcome = await renderer.render({ ...task, visitor: { ...visitor, span } });
  const problem = outcome.kind === 'refused' ? outcome.reason : outcome.kind;
  span.end(isShown(outcome) ? {} : { 'error.type': problem });
  return outcome;
}
