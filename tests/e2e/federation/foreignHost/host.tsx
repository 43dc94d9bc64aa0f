import { createInstance } from '@module-federation/enhanced/runtime';
import { singletonVersions } from '@site/bundling/bundles/singletons.ts';
import * as shared from '@site/shared';
import { createApiClient } from '@site/shared/api/client.ts';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { setTable } from '@site/shared/routes/currentTable.ts';
import * as React from 'react';
import * as jsxDevRuntime from 'react/jsx-dev-runtime';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as i18next from 'react-i18next';
import * as router from 'react-router-dom';
import '@site/shared/ui/styles/index.css';

/** What docs/teams.md says that a host provides. */
const singletons: Readonly<Record<string, object>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react/jsx-dev-runtime': jsxDevRuntime,
  'react-dom': ReactDOM,
  'react-router-dom': router,
  'react-i18next': i18next,
  '@site/shared': shared,
};

const readJson = async (address: string) => (await fetch(address)).json();

/** Shows a page of a remote by the official runtime and the discovery file alone: `?page=blog/list&language=fr`. */
async function showPage(): Promise<void> {
  const asked = new URLSearchParams(window.location.search);
  const language = asked.get('language') as shared.Language;
  const { microFrontends } = await readJson(`${document.documentElement.dataset.site}/frontend-discovery.json`);
  const host = createInstance({
    name: 'foreign',
    remotes: Object.entries<{ url: string }[]>(microFrontends).map(([name, [live]]) => ({
      name,
      entry: live?.url ?? '',
      type: 'module',
    })),
    shared: Object.fromEntries(
      Object.entries(singletons).map(([name, module]) => {
        const version = singletonVersions[name] ?? '';
        return [name, { version, lib: () => module, shareConfig: { singleton: true, requiredVersion: `^${version}` } }];
      }),
    ),
  });
  const loaded = await host.loadRemote<shared.PageModule>(asked.get('page') ?? '');
  if (!loaded) throw new Error('The runtime knows no such remote.');
  const { component: Page, strings, load } = loaded.default;
  setTable(await readJson(`/routes.${language}.json`));
  const i18n = createI18n({
    language,
    messages: { [strings.namespace]: await strings.catalogues[language]() },
  });
  // A host brings its own API: this one has a copy of the news.
  const api = createApiClient({ prefix: '/api/v1', fetch: () => fetch(`/news.${language}.json`) });
  const query = new URLSearchParams();
  const signal = AbortSignal.timeout(10_000);
  const data = await load?.({ api, language, params: {}, query, signal });
  createRoot(document.body).render(
    <i18next.I18nextProvider i18n={i18n}>
      <shared.ApiProvider api={api}>
        <router.BrowserRouter>
          <Page language={language} params={{}} query={query} data={data} result={undefined} />
        </router.BrowserRouter>
      </shared.ApiProvider>
    </i18next.I18nextProvider>,
  );
}

await showPage();
