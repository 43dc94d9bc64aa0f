import { createApiClient } from '@site/shared/api/client.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { FragmentPlace } from '@site/shared/fragments/Fragment.tsx';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { routeOf } from '@site/shared/routes/table.ts';
import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Router, UNSAFE_createBrowserHistory } from 'react-router-dom';
import { Site, type SiteTools } from '../app/Site.tsx';
import { browserRemotes } from '../federation/browserRemotes.ts';
import { fragmentPlaces } from '../fragments/fragmentPlaces.tsx';
import { liveRoutes } from '../navigation/liveRoutes.ts';
import { type TabHistory, useNavigatedView } from '../navigation/useNavigatedView.ts';
import { createViewLoader, type ViewLoader } from '../navigation/viewLoader.ts';
import { messageLoader } from '../view/pageMessages.ts';
import type { View } from '../view/view.ts';
import { type Boot, readBoot, siteElementId } from './boot.ts';
import { useCarryOver } from './carryOver.ts';
import { printByDay } from './printByDay.ts';

/**
 * Loads the page's remote and hydrates the server's HTML.
 *
 * @param nextTask ends the current task, so that the browser can handle input first
 */
export async function hydrate(nextTask: () => Promise<void>): Promise<void> {
  const boot = readBoot();
  printByDay();
  // Exported pages contain the API's origin: their host can't forward calls.
  const { apiOrigin = '' } = document.documentElement.dataset;
  const api = createApiClient({ prefix: `${apiOrigin}/api/v1`, cookies: () => document.cookie });
  const i18n = createI18n({
    language: boot.request.language,
    messages: boot.strings,
    ...(process.env.NODE_ENV === 'development' && { onMissing: reportMissingMessage }),
  });
  await nextTask();
  const routes = liveRoutes(boot.routes);
  const loadPage = browserRemotes(boot.registry);
  const loadMessages = messageLoader(i18n);
  const dataBudget = limits.pageDataInBrowser;
  const fragments = fragmentPlaces({ api, i18n, loadPage, loadMessages, dataBudget }, boot.fragments);
  const loader = createViewLoader({
    api,
    i18n,
    loadPage,
    loadMessages,
    loadFragments: fragments.load,
    routes,
    ...(!boot.page && { missing: boot.request.url }),
    dataBudget,
    origin: boot.origin,
    registry: boot.registry,
  });
  const [first] = await Promise.all([firstView(boot, loadPage), boot.fragments && fragments.load().catch(() => {})]);
  if (process.env.NODE_ENV === 'development') {
    const { applySavedMessages } = await import('./hotMessages.ts');
    applySavedMessages(first, i18n, loader, loadMessages);
  }
  const onHydrated = () => {
    setTimeout(reportVitals, limits.vitalsDelay);
    document.documentElement.dataset.hydrated = '';
    // For `npm run bench` and recorded traces.
    performance.mark('hydrated');
  };
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  const site = document.getElementById(siteElementId);
  if (!site) throw new Error(`SITE-BOOT The document has no element with the id "${siteElementId}".`);
  await nextTask();
  // In a transition React hydrates in small steps, and the browser can handle input in between.
  startTransition(() => {
    hydrateRoot(
      site,
      <FragmentPlace value={fragments.Place}>
        <NavigatedSite {...{ site, first, loader, history, api, i18n, onHydrated }} />
      </FragmentPlace>,
    );
  });
}

interface NavigatedSiteProps extends SiteTools {
  readonly site: Element;
  readonly first: View;
  readonly loader: ViewLoader;
  readonly history: TabHistory;
  readonly onHydrated: () => void;
}

/** The site in a browser, where the visitor navigates. */
function NavigatedSite({ site, first, loader, history, onHydrated, ...tools }: NavigatedSiteProps) {
  useCarryOver(site);
  const { place, ...state } = useNavigatedView(first, loader, history, tools.i18n);
  useEffect(onHydrated, [onHydrated]);
  return (
    <Router {...place} navigator={history}>
      <Site {...state} {...tools} />
    </Router>
  );
}

/** The view that the server rendered. When its remote can't be loaded, the server's HTML stays. */
async function firstView({ request, page, routes }: Boot, loadPage: ReturnType<typeof browserRemotes>): Promise<View> {
  const route = page ? routeOf(routes, page.name) : undefined;
  if (!page || !route) return { request, routes, content: { kind: 'not-found' } };
  const { name, params, data, result, remote, release } = page;
  try {
    const loaded = await loadPage(route);
    const rendered = document.querySelector('main [data-remote]')?.cloneNode(true);
    const content = { kind: 'page', name, route, params, loaded, data, result, ...(rendered && { rendered }) } as const;
    return { request, routes, content };
  } catch (error) {
    console.error('SITE-HYDRATION The page stays as the server sent it.', error);
    return { request, routes, content: { kind: 'kept', name, route, origin: { remote, release } } };
  }
}

/** Only in development: the error's stack shows the component that uses the message. */
function reportMissingMessage(key: string): void {
  const error = new Error(`SITE-TEXTS "${key}" is in no catalogue that this page brings.`);
  Error.captureStackTrace(error, reportMissingMessage);
  console.error(error);
}

/** Evaluated last: nothing on the page needs it. As a file of its own it would be in the import map of every document. */
const reportVitals = () => import(/* webpackMode: "eager" */ '../reports/vitals.ts').catch(() => {});
