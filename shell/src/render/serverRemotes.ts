import { compileFunction } from 'node:vm';
import type { Page, PageModule } from '@site/shared';
import type { PageRoute } from '@site/shared/routes/table.ts';
import { assertPage } from '../federation/assertPage.ts';
import { type Registry, RemoteUnavailableError } from '../federation/remotes.ts';
import { singletons } from '../federation/singletons.ts';
import type { LoadedPage } from '../view/view.ts';

/** A remote's container as it stands in its server file. */
interface Container {
  get(module: string): Promise<() => PageModule>;
}

/** Gives a release's container; its server file runs when that is first asked for. */
type ContainerSource = () => Container;

const sources = new Map<string, ContainerSource>();

const keyOf = (remote: string, release: string) => `${remote}@${release}`;

/** Takes a release's server file. It runs when a page of it is first asked for. */
export function addRemote(remote: string, release: string, code: string): void {
  let container: Container | undefined;
  sources.set(keyOf(remote, release), () => {
    container ??= runServerFile(`${keyOf(remote, release)}.cjs`, code);
    return container;
  });
}

/** Forgets a release; jobs that have begun go on with it. */
export function removeRemote(remote: string, release: string): void {
  sources.delete(keyOf(remote, release));
}

/** Loads pages from the releases of a registry, as they are known now. */
export function serverRemotes(registry: Registry): (route: PageRoute) => Promise<LoadedPage> {
  const known = new Map(Object.entries(registry).map(([remote, { release }]) => [remote, sourceOf(remote, release)]));
  return async ({ remote, module }) => {
    const entry = registry[remote];
    if (!entry) throw new RemoteUnavailableError(remote, 'it is not in the registry');
    const { release } = entry;
    return { page: await readPage(known.get(remote), remote, release, module), remote, release };
  };
}

/**
 * The page of an exposed module.
 *
 * @throws {RemoteUnavailableError} when the release was not loaded, or its module is no page of this contract
 * @throws {Error} what the release's server file throws
 */
export const pageOf = (remote: string, release: string, module: string): Promise<Page> =>
  readPage(sourceOf(remote, release), remote, release, module);

const sourceOf = (remote: string, release: string) => sources.get(keyOf(remote, release));

async function readPage(
  source: ContainerSource | undefined,
  remote: string,
  release: string,
  module: string,
): Promise<Page> {
  if (!source) throw new RemoteUnavailableError(remote, `release ${release} could not be loaded`);
  const page: Page | undefined = (await source().get(module))().default;
  assertPage(page, remote, `${module} of ${release}`);
  return page;
}

/** Runs a release's server file. It sees nothing but the singletons. */
function runServerFile(filename: string, code: string): Container {
  const module: { exports: unknown } = { exports: {} };
  const run = compileFunction(code, ['module', 'exports', 'require'], { filename });
  run(module, module.exports, requireSingleton);
  return module.exports as Container;
}

function requireSingleton(name: string): object {
  const singleton = Object.hasOwn(singletons, name) ? singletons[name] : undefined;
  if (!singleton)
    throw new Error(
      `SITE-SINGLETON "${name}" is not provided by the shell. Provided: ${Object.keys(singletons).join(', ')}.`,
    );
  return singleton;
}
