import type { ModuleFederation } from '@module-federation/enhanced/runtime';
import { singletons, singletonVersions } from './singletons.ts';

/** What remotes share: of each module its versions. */
type ShareScope = ModuleFederation['shareScopeMap'][string];

/**
 * The singletons in the form in which containers look for them. They take them out of it by themselves, so that the
 * federation runtime's own way of choosing among versions, which has but one to choose from here, can stay out of the shell.
 */
export const shareScope: ShareScope = Object.fromEntries(
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
