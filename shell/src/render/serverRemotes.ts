import type { Page, PageModule } from '@site/shared';
import { assertPage, type Registry, RemoteUnavailableError } from '../federation/remotes.ts';
import { singletons } from '../federation/singletons.ts';
import type { ViewTools } from '../view/view.ts';
import { compile } from './channel.ts';

/** A remote's container, as its server file exports it. */
interface Container {
  get(module: string): Promise<() => PageModule>;
}

/** Returns a release's container. The first call runs the server file. */
type ContainerSource = () => Container;

const sources = new Map<string, ContainerSource>();

const keyOf = (remote: string, release: string) => `${remote}@${release}`;

/** Adds a release's server file. It runs when one of its pages is first needed. */
export function addRemote(remote: string, release: string, code: string): void {
  let container: Container | undefined;
  sources.set(keyOf(remote, release), () => {
    container ??= runServerFile(`${keyOf(remote, release)}.cjs`, code);
    return container;
  });
}

/** Returns a function that loads pages from the releases of a registry. */
export const serverRemotes =
  (registry: Registry): ViewTools['loadPage'] =>
  async ({ remote, module }) => {
    const entry = registry[remote];
    if (!entry) throw new RemoteUnavailableError(remote, 'it is not in the registry');
    const { release } = entry;
    return { page: await loadExposedPage(remote, release, module), remote, release };
  };

/**
 * The page of an exposed module.
 *
 * @throws {RemoteUnavailableError} when the release was not added, or its module is not a page of this contract
 * @throws {Error} what the release's server file throws
 */
export async function loadExposedPage(remote: string, release: string, module: string): Promise<Page> {
  const source = sources.get(keyOf(remote, release));
  if (!source) throw new RemoteUnavailableError(remote, `release ${release} could not be loaded`);
  const page: Page | undefined = (await source().get(module))().default;
  assertPage(page, remote, `${module} of ${release}`);
  return page;
}

/** Runs a release's server file. It can require only the singletons. */
function runServerFile(filename: string, code: string): Container {
  const module: { exports: unknown } = { exports: {} };
  const run = compile(code, filename);
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
