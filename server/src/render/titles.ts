import type { Release } from '@site/releases/Release.ts';
import { matchPath } from '@site/shared/routes/match.ts';
import type { RenderJob } from '@site/shell/render/messages.ts';

/** How a release is called. */
export const releaseId = ({ manifest }: Release): string => `${manifest.name}@${manifest.version}`;

/** What a job renders: jobs for the same page of the same release fail alike. */
export const pageOf = ({ request }: RenderJob, remote: Release | undefined): string =>
  `${matchPath(request.url.split('?')[0] ?? '')?.page} ${remote ? releaseId(remote) : ''}`;
