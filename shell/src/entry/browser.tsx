import '@site/shared/ui/styles/index.css';
import { createApiClient } from '@site/shared/api/client.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { pages } from '@site/shared/routes/table.ts';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { facts } from '../app/facts.ts';
import { NavigatedSite } from '../app/NavigatedSite.tsx';
import { browserRemotes } from '../federation/browserRemotes.ts';
import { prefetchLinks } from '../navigation/prefetchLinks.ts';
import { ownScrolling } from '../navigation/scrollPositions.ts';
import { createViewLoader } from '../navigation/viewLoader.ts';
import { stringLoader } from '../view/strings.ts';
import type { View } from '../view/view.ts';
import { type Boot, readBoot } from './boot.ts';
import { siteElementId } from './elements.ts';

const boot = readBoot();
// Exported pages say where the API is: their host can't pass calls on.
const { apiOrigin = '' } = document.documentElement.dataset;
const api = createApiClient({ prefix: `${apiOrigin}/api/v1`, cookies: () => document.cookie });
const i18n = createI18n({ language: boot.request.language, strings: boot.strings, facts });
const loadPage = browserRemotes(boot.registry);
const loader = createViewLoader({
  api,
  i18n,
  loadPage,
  loadStrings: stringLoader(i18n),
  dataBudget: limits.pageDataInBrowser,
  origin: boot.origin,
  registry: boot.registry,
});

hydrate(await firstView(boot));

function hydrate(first: View): void {
  const site = document.getElementById(siteElementId);
  if (!site) throw new Error(`SITE-BOOT The document has no element with the id "${siteElementId}".`);
  hydrateRoot(
    site,
    <BrowserRouter>
      <NavigatedSite first={first} loader={loader} api={api} i18n={i18n} />
    </BrowserRouter>,
  );
  ownScrolling();
  prefetchLinks(loader);
  document.documentElement.dataset.hydrated = '';
}

/** The view that the server rendered. When its remote can't be loaded, the server's HTML stays. */
async function firstView({ request, page }: Boot): Promise<View> {
  if (!page) return { request, content: { kind: 'not-found' } };
  const { name, params, data, result, remote, release } = page;
  try {
    const loaded = await loadPage(pages[name]);
    const rendered = document.querySelector('[data-remote]')?.cloneNode(true);
    return { request, content: { kind: 'page', name, params, loaded, data, result, ...(rendered && { rendered }) } };
  } catch (error) {
    console.error('SITE-HYDRATION The page stays as the server sent it.', error);
    return { request, content: { kind: 'kept', name, origin: { remote, release } } };
  }
}
