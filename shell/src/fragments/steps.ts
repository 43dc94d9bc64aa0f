/** A chunk of its own: pages without fragments don't need it. */
import type { FragmentPlaceProps } from '@site/shared/fragments/Fragment.tsx';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import type { BootFragment } from '../entry/boot.ts';
import type { ReadyFragment, TabTools } from './fragmentLoader.ts';
import { type LoadedFragment, loadFragment, loadFragmentModule } from './loadFragment.ts';
import { mountFragment } from './mountFragment.tsx';

const ready = (loaded: LoadedFragment, tools: TabTools): ReadyFragment => ({
  loaded,
  mount: (element, root) => mountFragment(element, root, tools),
});

/**
 * A fragment that a page asks for.
 *
 * @throws {Error} when nobody has it, or it can't be loaded
 */
export async function readyAsked(
  { name, props }: Pick<FragmentPlaceProps, 'name' | 'props'>,
  routes: LanguageRoutes,
  tools: TabTools,
): Promise<ReadyFragment> {
  const route = routes.fragments?.[name];
  if (!route) throw new Error(`Nobody has the fragment "${name}".`);
  const signal = AbortSignal.timeout(tools.dataBudget);
  const asked = { props, route, language: routes.language, routes };
  return ready(await loadFragment(asked, { ...tools, signal }), tools);
}

/**
 * A fragment that the server has rendered, with its data.
 *
 * @throws {RemoteUnavailableError}
 */
export async function readyServed(served: BootFragment, tools: TabTools): Promise<ReadyFragment> {
  const { data, props, language } = served;
  return ready({ ...(await loadFragmentModule(served, tools.loadPage)), data, props, language }, tools);
}
