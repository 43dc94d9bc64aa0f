import type { Page } from '@site/shared';
import { RemoteUnavailableError } from './remotes.ts';

/**
 * Checks that what a remote exposes is a page, with texts in the remote's own namespace: no remote gets at the
 * shell's texts, or another's.
 *
 * @throws {RemoteUnavailableError}
 */
export function assertPage(page: Page | undefined, remote: string, module: string): asserts page is Page {
  if (!page?.component || !page.strings) throw new RemoteUnavailableError(remote, `${module} exports no page`);
  const { namespace } = page.strings;
  if (namespace === remote) return;
  throw new RemoteUnavailableError(remote, `${module} brings texts of "${namespace}" instead of its own`);
}
