import { type Failure, isFailure } from '../Failure.ts';
import type { RenderedView } from '../outcome/outcome.ts';
import { RefusedError } from '../RefusedError.ts';
import type { Renderer } from '../workers/Renderer.ts';
import type { RenderTask } from '../workers/RenderTask.ts';

/** Renders a view as a part of its visitor's trace, if that is recorded. Errors as `Renderer.render`. */
export async function renderTraced(
  renderer: Pick<Renderer, 'render'>,
  task: RenderTask,
): Promise<RenderedView | Failure> {
  const { visitor, page, remote, shell, job } = task;
  const span = visitor.span?.begin('render', {
    'site.remote': remote?.manifest.name,
    'site.release': (remote ?? shell).manifest.version,
    'site.page': page,
    'site.language': job.request.language,
  });
  if (!span) return await renderer.render(task);
  try {
    const outcome = await renderer.render({ ...task, visitor: { ...visitor, span } });
    span.end(isFailure(outcome) ? { 'error.type': outcome.kind } : {});
    return outcome;
  } catch (error) {
    span.end({ 'error.type': error instanceof RefusedError ? error.reason : 'lost' });
    throw error;
  }
}
