import { createApiClient } from '@site/shared/api/client.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { pages } from '@site/shared/routes/table.ts';
import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { facts } from '../app/facts.ts';
import { NavigatedSite } from '../app/NavigatedSite.tsx';
import { browserRemotes } from '../federation/browserRemotes.ts';
import { prefetchLinks } from '../navigation/prefetchLinks.ts';
import { createViewLoader } from '../navigation/viewLoader.ts';
import { stringLoader } from '../view/strings.ts';
import type { View } from '../view/view.ts';
import { type Boot, readBoot } from './boot.ts';
import { siteElementId } from './elements.ts';
import { nextTask } from './nextTask.ts';

/** Makes the site's tools, loads the page's remote, and lets React take the server's HTML over. */
export async function takeOver(): Promise<void> {
  const boot = readBoot();
  // Exported pages say where the API is: their host can't pass calls on.
  const { apiOrigin = '' } = document.documentElement.dataset;
  const api = createApiClient({ prefix: `${apiOrigin}/api/v1`, cookies: () => document.cookie });
  const i18n = createI18n({
    language: boot.request.language,
    strings: boot.strings,
    facts,
    ...(process.env.NODE_ENV === 'development' && { onMissing: tellMissingText }),
  });
  await nextTask();
  const loadPage = browserRemotes(boot.registry);
  const loadStrings = stringLoader(i18n);
  const loader = createViewLoader({
    api,
    i18n,
    loadPage,
    loadStrings,
    dataBudget: limits.pageDataInBrowser,
    origin: boot.origin,
    registry: boot.registry,
  });
  const first = await firstView(boot, loadPage);
  if (process.env.NODE_ENV === 'development') {
    const { followTexts } = await import('../development/hotTexts.ts');
    followTexts(first, i18n, loader, loadStrings);
  }
  const onTakenOver = () => {
    prefetchLinks(loader);
    setTimeout(reportVitals, limits.vitalsDelay);
    document.documentElement.dataset.hydrated = '';
    // For `npm run bench`, and for whoever looks at a recorded visit.
    performance.mark('hydrated');
  };
  await nextTask();
  const tools = { api, i18n, gone: boot.gone ?? [] };
  hydrate(<NavigatedSite first={first} loader={loader} {...tools} onTakenOver={onTakenOver} />);
}

/** In development alone: the error's stack leads to the component that asked for the text. */
function tellMissingText(key: string): void {
  const error = new Error(`SITE-TEXTS "${key}" is in no catalogue that this page brings.`);
  Error.captureStackTrace(error, tellMissingText);
  console.error(error);
}

/** Nothing on the page needs it: it comes long after everything else, or not at all. */
const reportVitals = () => import('../reports/vitals.ts').catch(() => {});

function hydrate(content: ReactNode): void {
  const site = document.getElementById(siteElementId);
  if (!site) throw new Error(`SITE-BOOT The document has no element with the id "${siteElementId}".`);
  // As a transition React takes the page over bit by bit, and lets the browser answer the visitor in between.
  startTransition(() => {
    hydrateRoot(site, <BrowserRouter>{content}</BrowserRouter>);
  });
}

/** The view that the server rendered. When its remote can't be loaded, the server's HTML stays. */
async function firstView({ request, page }: Boot, loadPage: ReturnType<typeof browserRemotes>): Promise<View> {
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
