import { limits } from '@site/shared/contract/limits.ts';
import { detectLanguage, storedLanguage } from '@site/shared/i18n/detect.ts';
import type { i18n as I18n } from 'i18next';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RouterProps, UNSAFE_createBrowserHistory } from 'react-router-dom';
import type { SiteState } from '../app/Site.tsx';
import type { View } from '../view/view.ts';
import { focusTarget } from './focus.ts';
import { followForms } from './followForms.ts';
import { loadWhole, UnreachableError } from './loadWhole.ts';
import { moveScroll, ownScrolling, placeScroll, rememberScroll } from './scrollPositions.ts';
import { usePreparedView } from './usePreparedView.ts';
import { loadSteps, type ViewLoader } from './viewLoader.ts';

/** Moves to another place in the current view. */
function moveWithin(entry: string, hash: string, isReturn: boolean): void {
  if (isReturn) {
    placeScroll(entry, hash, isReturn);
  } else {
    moveScroll(entry, hash);
    focusTarget(hash);
  }
}

/** Where an address leads: `/` to the visitor's language, an old one to the page's present one. */
function addressInstead(path: string, rest: string, loader: ViewLoader): string | undefined {
  if (path === '/') return `/${storedLanguage() ?? detectLanguage(navigator.languages)}`;
  const present = loader.present(path);
  return present && present + rest;
}

/** The tab's history. */
export type TabHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

/** An address that the visitor went to, and how. */
type Visited = Parameters<Parameters<TabHistory['listen']>[0]>[0];

interface NavigatedView extends Required<SiteState> {
  /** What the router tells the view. */
  readonly place: Pick<RouterProps, 'location' | 'navigationType'>;
}

/**
 * Follows the address. The current view stays on screen until the next one is complete. The router gets a new address at once,
 * but with a view that was rendered ahead only together with that view: for each new address, React searches the whole page for
 * components that use it.
 */
export function useNavigatedView(first: View, loader: ViewLoader, history: TabHistory, i18n: I18n): NavigatedView {
  const [wanted, setWanted] = useState<Omit<Visited, 'delta'>>({ location: history.location, action: history.action });
  const [reached, setReached] = useState(wanted);
  const [view, setView] = useState(first);
  const [next, setNext] = usePreparedView(loader, i18n);
  const [isSlow, setSlow] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const [unreachable, setUnreachable] = useState(0);
  const { pathname, search, hash, key } = wanted.location;
  const isReturn = wanted.action === 'POP';
  const { url } = loader.read(pathname + search);
  // History entries that the router did not create, such as the first one, share a key: the address tells them apart.
  const entry = `${key} ${url}${hash}`;
  const shown = useRef({ url: first.request.url, entry });

  const isPrepared = useEffectEvent(() => next?.request.url === url);

  useLayoutEffect(() => history.listen(setWanted), [history]);
  useEffect(() => followForms(history, loader), [history, loader]);
  useEffect(() => ownScrolling(shown.current.entry, window.location.hash), []);

  const onFailure = useCallback(({ content }: View) => {
    // The first view keeps the server's HTML, which this document doesn't have for others.
    const isFirst = content.kind === 'page' && content.rendered;
    if (!isFirst && process.env.NODE_ENV !== 'development') window.location.reload();
  }, []);

  useEffect(() => {
    const instead = addressInstead(pathname, search + hash, loader);
    if (instead !== undefined) {
      history.replace(instead);
      return;
    }
    const change = isReturn ? 'return' : isPrepared() ? 'ready' : 'new';
    if (change !== 'ready') setReached(wanted);
    if (url === shown.current.url) {
      setUnreachable(0);
      if (entry === shown.current.entry) return;
      rememberScroll();
      shown.current.entry = entry;
      return moveWithin(entry, hash, isReturn);
    }
    const aborter = new AbortController();
    const slow = setTimeout(() => setSlow(true), limits.progressDelay);
    const finish = () => {
      clearTimeout(slow);
      setSlow(false);
    };
    const follow = async () => {
      const { followAddress } = await loadSteps();
      const { signal } = aborter;
      const leave = () => {
        const { entry: left } = shown.current;
        shown.current = { url, entry };
        return left;
      };
      const render = (nextView: View, title: string) => {
        // The router may have heard of a later address.
        if (!signal.aborted) setReached(wanted);
        setView(nextView);
        setNext(undefined);
        setAnnouncement(title);
        setUnreachable(0);
      };
      const routes = await followAddress({
        url,
        entry,
        hash,
        change,
        loader,
        i18n,
        signal,
        onLoaded: finish,
        leave,
        isShown: () => shown.current.url === url,
        render,
      });
      if (signal.aborted || !routes) return;
      setView((shownView) => (shownView.routes === routes ? shownView : { ...shownView, routes }));
    };
    const loadInstead = async (error: unknown): Promise<void> => {
      if (error instanceof UnreachableError || aborter.signal.aborted) throw error;
      if (process.env.NODE_ENV === 'development') return finish();
      console.error('SITE-NAVIGATION The page is loaded whole:', error);
      // Without the hash, which would scroll in this document instead: it already has that address.
      await loadWhole(pathname + search, aborter.signal);
    };
    follow()
      .catch(loadInstead)
      .catch(() => {
        if (aborter.signal.aborted) return;
        finish();
        setUnreachable((times) => times + 1);
      });
    return () => {
      finish();
      aborter.abort();
    };
  }, [wanted, pathname, search, url, hash, entry, isReturn, history, loader, i18n, setNext]);

  const onRetry = useCallback(() => setWanted((place) => ({ ...place })), []);
  const place = { location: reached.location, navigationType: reached.action };
  return { view, next, isSlow, announcement, unreachable, onRetry, onFailure, place };
}
