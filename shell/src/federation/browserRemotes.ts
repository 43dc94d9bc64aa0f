import { createInstance, type ModuleFederation } from '@module-federation/enhanced/runtime';
import type { PageModule } from '@site/shared';
import { limits } from '@site/shared/contract/limits.ts';
import { reportFailure } from '../reports/report.ts';
import type { LoadedPage, ViewTools } from '../view/view.ts';
import { assertPage, type Registry, RemoteUnavailableError, retryOf, withinTime } from './remotes.ts';
import { singletons, singletonVersions } from './singletons.ts';

/** Loads pages of the remotes through Module Federation, with one retry. */
export function browserRemotes(registry: Registry): ViewTools['loadPage'] {
  const federation = createFederation(registry);

  const load = async (remote: string, module: string): Promise<LoadedPage['page']> => {
    const loading = federation.loadRemote<PageModule>(module.replace('.', remote));
    const loaded = await withinTime(loading, limits.remoteLoad);
    assertPage(loaded?.default, remote, module);
    return loaded.default;
  };
  const forgetFailure = (name: string, entry: string) =>
    federation.registerRemotes([{ name, entry, type: 'module' }], { force: true });

  return async ({ remote, module }) => {
    const known = registry[remote];
    if (!known) throw new RemoteUnavailableError(remote, 'it is not in the registry');
    const { entry, release } = known;
    try {
      const page = await load(remote, module).catch(() => {
        // Browsers remember a script that threw, so the retry requests the same file at another address.
        forgetFailure(remote, retryOf(entry));
        return load(remote, module);
      });
      return { page, remote, release };
    } catch (cause) {
      forgetFailure(remote, entry);
      reportFailure(remote, release, cause);
      throw new RemoteUnavailableError(remote, `${module} did not load`, cause);
    }
  };
}

function createFederation(registry: Registry): ModuleFederation {
  const federation = createInstance({
    name: 'shell',
    remotes: Object.entries(registry).map(([name, { entry }]) => ({ name, entry, type: 'module' })),
  });
  federation.initShareScopeMap('default', shareScope);
  return federation;
}

type ShareScope = ModuleFederation['shareScopeMap'][string];

/**
 * The singletons in the form that containers read. Containers take them from here directly, so the shell's bundle can leave
 * out the federation runtime's choice of versions: there is only one of each.
 */
const shareScope: ShareScope = Object.fromEntries(
  Object.entries(singletons).map(([name, module]) => {
    const version = singletonVersions[name] ?? '';
    return [name, { [version]: shared(version, module) }];
  }),
);

function shared(version: string, module: object): ShareScope[string][string] {
  return {
    version,
    get: () => () => module,
    shareConfig: { singleton: true, requiredVersion: `^${version}` },
    scope: ['default'],
    useIn: [],
    from: 'shell',
    deps: [],
    loaded: true,
    strategy: 'loaded-first',
  };
}
