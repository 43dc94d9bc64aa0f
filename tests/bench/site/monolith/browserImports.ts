/** Replaces shell/src/federation/browserRemotes.ts in the monolith: no containers and no federation runtime. */
import { limits } from '@site/shared/contract/limits.ts';
import type { browserRemotes as withFederation } from '@site/shell/federation/browserRemotes.ts';
import { RemoteUnavailableError, withinTime } from '@site/shell/federation/remotes.ts';
import { importPage } from './importPage.ts';

export const browserRemotes: typeof withFederation =
  (registry) =>
  async ({ remote, module }) => {
    const release = registry[remote]?.release;
    if (release === undefined) throw new RemoteUnavailableError(remote, 'it is not in the registry');
    const { default: page } = await withinTime(importPage(remote, module), limits.remoteLoad);
    return { page, remote, release };
  };
