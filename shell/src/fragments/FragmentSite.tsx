import { type ApiClient, ApiProvider } from '@site/shared';
import { FragmentPlace } from '@site/shared/fragments/Fragment.tsx';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';
import type { ContextType } from 'react';
import { I18nextProvider } from 'react-i18next';
import { SiteRoutes } from '../layout/siteRoutes.ts';
import type { LoadedFragment } from './loadFragment.ts';

/** What a fragment is rendered with besides its data. */
export interface FragmentSiteProps {
  readonly loaded: LoadedFragment;
  readonly api: ApiClient;
  readonly i18n: I18n;
  readonly routes: LanguageRoutes;
  /** Shows the fragments inside of it. */
  readonly place: ContextType<typeof FragmentPlace>;
}

/** A fragment with everything that the shell provides: the content of a root of its own, inside of a router. */
export function FragmentSite({ loaded, api, i18n, routes, place }: FragmentSiteProps) {
  const { fragment, language, props, data, remote, release } = loaded;
  const Component = fragment.component;
  return (
    <I18nextProvider i18n={i18n}>
      <ApiProvider api={api}>
        <SiteRoutes value={routes}>
          <FragmentPlace value={place}>
            <div data-remote={remote} data-release={release}>
              <Component language={language} props={props} data={data} />
            </div>
          </FragmentPlace>
        </SiteRoutes>
      </ApiProvider>
    </I18nextProvider>
  );
}
