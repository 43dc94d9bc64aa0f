import { limits } from '@site/shared/contract/limits.ts';
import { detectLanguage, storedLanguage } from '@site/shared/i18n/detect.ts';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { SiteState } from '../app/Site.tsx';
import type { View } from '../view/view.ts';
import { focusTarget } from './focus.ts';
import { moveScroll, ownScrolling, placeScroll, rememberScroll } from './scrollPositions.ts';
import { usePreparedView } from './usePreparedView.ts';
import type { ViewLoader } from './viewLoader.ts';

/** In the chunk of the head's writer: browsers need both only to navigate. */
const loadSteps = () => import(/* webpackChunkName: "navigation" */ './steps.ts');

/** Follows the address. The current view stays on screen until the next one is complete. */
export function useNavigatedView(first: View, loader: ViewLoader, i18n: I18n): Required<SiteState> {
  const [view, setView] = useState(first);
  const [next, setNext] = usePreparedView(loader, i18n);
  const [isSlow, setSlow] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const { pathname, search, hash, key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const navigate = useNavigate();
  const { url } = loader.read(pathname + search);
  // History entries that the router did not create, such as the first one, share a key: the address tells them apart.
  const entry = `${key} ${url}${hash}`;
  const shown = useRef({ url: first.request.url, entry });

  const isPrepared = useEffectEvent((wanted: View) => wanted === next);

  useEffect(() => ownScrolling(shown.current.entry, window.location.hash), []);

  const onFailure = useCallback(({ content }: View) => {
    // The first view keeps the server's HTML, which this document doesn't have for others.
    const isFirst = content.kind === 'page' && content.rendered;
    if (!isFirst && process.env.NODE_ENV !== 'development') window.location.reload();
  }, []);

  useEffect(() => {
    if (pathname === '/') {
      void navigate(`/${storedLanguage() ?? detectLanguage(navigator.languages)}`, { replace: true });
      return;
    }
    if (url === shown.current.url) {
      if (entry === shown.current.entry) return;
      rememberScroll();
      shown.current.entry = entry;
      if (isReturn) return placeScroll(entry, hash, isReturn);
      moveScroll(entry, hash);
      focusTarget(hash);
      return;
    }
    const aborter = new AbortController();
    const slow = setTimeout(() => setSlow(true), limits.progressDelay);
    const finish = () => {
      clearTimeout(slow);
      setSlow(false);
    };
    const follow = async () => {
      const [prepared, { crossFade, placeFocus, rememberLink, showView }] = await Promise.all([
        loader.load(url, aborter.signal),
        loadSteps(),
      ]);
      if (aborter.signal.aborted) return;
      finish();
      await crossFade(() => {
        if (aborter.signal.aborted) return;
        // In one step, so that a superseded navigation changes everything or nothing. Otherwise a quick Back and Forward
        // would store one page's scroll position for another.
        rememberScroll();
        rememberLink(shown.current.entry);
        shown.current = { url, entry };
        showView(prepared, i18n, (nextView) => {
          setView(nextView);
          setNext(undefined);
          setAnnouncement(prepared.head.title);
        });
        placeScroll(entry, hash, isReturn);
        placeFocus(entry, hash, isReturn);
      }, isReturn || isPrepared(prepared.view));
      const showRoutes = (routes: LanguageRoutes) => {
        if (aborter.signal.aborted) return;
        setView((shownView) => (shownView.routes === routes ? shownView : { ...shownView, routes }));
      };
      // Without an answer, the tab continues with what it knows.
      loader.askRoutes(prepared.view.request.language).then(showRoutes, () => {});
    };
    follow().catch((error: unknown) => {
      if (aborter.signal.aborted) return;
      if (process.env.NODE_ENV === 'development') return finish();
      console.error('SITE-NAVIGATION The page is loaded whole:', error);
      // Without the hash, which would scroll in this document instead: it already has that address.
      window.location.assign(pathname + search);
    });
    return () => {
      finish();
      aborter.abort();
    };
  }, [pathname, search, url, hash, entry, isReturn, navigate, loader, i18n, setNext]);

  return { view, next, isSlow, announcement, onFailure };
}
