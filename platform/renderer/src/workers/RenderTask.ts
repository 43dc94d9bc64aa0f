import { type Release, releaseId } from '@site/releases/Release.ts';
import type { RenderJob } from '@site/shell/render/messages.ts';
import type { Visitor } from '../apiCalls.ts';

/** A view to render. */
export interface RenderTask {
  readonly job: RenderJob;
  /** The shell that renders it. */
  readonly shell: Release;
  /** The page's name in the route table; undefined for the 404 page. */
  readonly page: string | undefined;
  /** The release that the page comes from; undefined when the shell renders it alone. */
  readonly remote: Release | undefined;
  readonly visitor: Visitor;
  /** Whether it may cost its worker, and so gets one of its own. */
  readonly isHazardous?: boolean;
}

/** Identifies what a task renders: tasks with the same key fail alike. */
export const pageKeyOf = ({ shell, page, remote }: RenderTask): string =>
  `${releaseId(shell)} ${page} ${remote ? releaseId(remote) : ''}`;
