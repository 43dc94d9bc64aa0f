/** Replaces shell/src/render/serverRemotes.ts in the monolith: the renderer contains every page. */
import { RemoteUnavailableError } from '@site/shell/federation/remotes.ts';
import type * as WithFederation from '@site/shell/render/serverRemotes.ts';
import { importPage } from './importPage.ts';

export const addRemote: typeof WithFederation.addRemote = () => {};

export const serverRemotes: typeof WithFederation.serverRemotes =
  (registry) =>
  async ({ remote, module }) => {
    const release = registry[remote]?.release;
    if (release === undefined) throw new RemoteUnavailableError(remote, 'it is not in the registry');
    return { page: await loadExposedPage(remote, release, module), remote, release };
  };

export const loadExposedPage: typeof WithFederation.loadExposedPage = async (remote, _release, module) =>
  (await importPage(remote, module)).default;
