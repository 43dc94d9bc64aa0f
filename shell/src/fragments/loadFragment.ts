import type { AnyFragment, ApiClient, FragmentValues, Language } from '@site/shared';
import { limits } from '@site/shared/contract/limits.ts';
import { withTable } from '@site/shared/routes/currentTable.ts';
import type { FragmentRoute, LanguageRoutes } from '@site/shared/routes/table.ts';
import { withinTime } from '../federation/remotes.ts';
import type { LoadMessages } from '../view/pageMessages.ts';
import type { LoadedPage, PageOrigin } from '../view/view.ts';

/** Which fragment is shown, and what the page gives it. */
export interface AskedFragment {
  readonly props: FragmentValues;
  readonly route: FragmentRoute;
  readonly language: Language;
  readonly routes: LanguageRoutes;
}

/** A fragment that is ready to show. */
export interface LoadedFragment extends PageOrigin {
  readonly fragment: AnyFragment;
  readonly props: FragmentValues;
  readonly language: Language;
  readonly data: unknown;
}

/** What loads fragments; the server and the browser each have their own. */
export interface FragmentTools {
  readonly api: ApiClient;
  readonly loadPage: (route: FragmentRoute) => Promise<LoadedPage>;
  readonly loadMessages: LoadMessages;
  /** How long a fragment's `load` may take, in milliseconds. */
  readonly dataBudget: number;
  readonly signal: AbortSignal;
}

/** The module of a fragment. A release's manifest says which of its modules are fragments: they are exposed as pages are. */
export async function loadFragmentModule(
  route: FragmentRoute,
  loadPage: FragmentTools['loadPage'],
): Promise<PageOrigin & { readonly fragment: AnyFragment }> {
  const { page, remote, release } = await loadPage(route);
  return { fragment: page as unknown as AnyFragment, remote, release };
}

/**
 * Loads a fragment with its messages and data.
 *
 * @throws {RemoteUnavailableError}
 * @throws {Error} what the fragment's `load` throws
 */
export async function loadFragment(asked: AskedFragment, tools: FragmentTools): Promise<LoadedFragment> {
  const { props, route, language, routes } = asked;
  const { api, signal, dataBudget } = tools;
  const { fragment, ...origin } = await loadFragmentModule(route, tools.loadPage);
  const [data] = await Promise.all([
    withTable(routes, async () => {
      const loading = fragment.load?.({ language, props, api, signal });
      return loading && (await withinTime(loading, dataBudget));
    }),
    withinTime(tools.loadMessages(fragment.strings, language), limits.remoteLoad),
  ]);
  return { ...origin, fragment, props, language, data };
}
