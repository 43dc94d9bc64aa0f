/** The plainest host: it composes a page in the browser, from the containers that the teams have released. */
import { ApiProvider, Fragment } from '@site/shared';
import { createApiClient } from '@site/shared/api/client.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { FragmentPlace, type FragmentPlaceProps } from '@site/shared/fragments/Fragment.tsx';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { readBoot, siteElementId } from '@site/shell/entry/boot.ts';
import { browserRemotes } from '@site/shell/federation/browserRemotes.ts';
import { FragmentSite } from '@site/shell/fragments/FragmentSite.tsx';
import { type LoadedFragment, loadFragment } from '@site/shell/fragments/loadFragment.ts';
import { SiteRoutes } from '@site/shell/layout/siteRoutes.ts';
import { createView } from '@site/shell/view/createView.ts';
import { messageLoader } from '@site/shell/view/pageMessages.ts';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router-dom';

const { request, routes, registry, strings, origin } = readBoot();
const { language } = request;
const api = createApiClient({ prefix: '/api/v1', cookies: () => document.cookie });
const i18n = createI18n({ language, messages: { shell: strings.shell ?? {} } });
const { signal } = new AbortController();
const tools = {
  api,
  i18n,
  origin,
  signal,
  loadPage: browserRemotes(registry),
  loadMessages: messageLoader(i18n),
  dataBudget: limits.pageDataInBrowser,
  routesIn: async () => routes,
};

function Place({ name, props, fallback }: FragmentPlaceProps) {
  const [loaded, setLoaded] = useState<LoadedFragment>();
  const asked = JSON.stringify(props);
  useEffect(() => {
    const route = routes.fragments?.[name];
    if (route) void loadFragment({ props: JSON.parse(asked), route, language, routes }, tools).then(setLoaded);
  }, [name, asked]);
  return (
    <div data-fragment={name}>
      {loaded ? <FragmentSite {...{ loaded, api, i18n, routes }} place={Place} /> : fallback}
    </div>
  );
}

const { view } = await createView(request, tools);
const { content } = view;
if (content.kind !== 'page') throw new Error(`There is no page at ${request.url}.`);
const { component: Page } = content.loaded.page;
const element = document.getElementById(siteElementId);
if (!element) throw new Error('The document has no place for the page.');
createRoot(element).render(
  <BrowserRouter>
    <I18nextProvider i18n={i18n}>
      <ApiProvider api={api}>
        <SiteRoutes value={routes}>
          <FragmentPlace value={Place}>
            <Fragment name="mini-cart" />
            <main>
              <Page
                language={language}
                params={content.params}
                query={new URLSearchParams()}
                data={content.data}
                result={undefined}
              />
            </main>
          </FragmentPlace>
        </SiteRoutes>
      </ApiProvider>
    </I18nextProvider>
  </BrowserRouter>,
);
