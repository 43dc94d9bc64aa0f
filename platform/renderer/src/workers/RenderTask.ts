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
  /** Its address, when visitors choose it among any number: of these one may fail where another doesn't. */
  readonly address?: string | undefined;
  /** The release that the page comes from; undefined when the shell renders it alone. */
  readonly remote: Release | undefined;
  readonly visitor: Visitor;
  /** How long it may take once its worker has started, in milliseconds; then the outcome is `late`, though the worker goes on. */
  readonly budget?: number;
}

/** Identifies what a task renders: tasks with the same key fail alike. */
export const pageKeyOf = ({ shell, page, remote, address = '' }: RenderTask): string =>
  `${releaseId(shell)} ${page} ${remote ? releaseId(remote) : ''} ${address}`;
