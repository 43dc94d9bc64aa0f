import type { Language } from '@site/shared';
import type { LanguageRoutes } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';
import type { PreparedView } from '../view/createView.ts';
import type { View } from '../view/view.ts';
import { placeFocus, rememberLink } from './followedLink.ts';
import { placeScroll, rememberScroll } from './scrollPositions.ts';
import { type Change, changeView, nextFrame, revealWaiting, showView } from './showView.ts';

/** Where navigation gets views from. */
export interface ViewSource {
  /** Asks the server which pages the site now has. Rejects when there is no answer. */
  askRoutes(language: Language): Promise<LanguageRoutes>;
  /** The view of a URL: recently prefetched, or new. */
  load(url: string, signal: AbortSignal): Promise<PreparedView>;
}

/** A navigation to an address. */
interface Navigation {
  readonly url: string;
  readonly hash: string;
  /** The address's entry in the tab's history. */
  readonly entry: string;
  readonly change: Change;
  readonly loader: ViewSource;
  readonly i18n: I18n;
  /** Aborted when another navigation supersedes this one. */
  readonly signal: AbortSignal;
  readonly onLoaded: () => void;
  /** Makes the entry the shown one. Returns the one before. */
  readonly leave: () => string;
  /** Whether the visitor hasn't left the address since. */
  readonly isShown: () => boolean;
  readonly render: (view: View, title: string) => void;
}

/**
 * Loads and shows the view of an address, unless another navigation supersedes this one. Returns the server's latest route
 * table: without an answer, the tab continues with what it knows.
 */
export async function followAddress(navigation: Navigation): Promise<LanguageRoutes | undefined> {
  const { url, hash, entry, change, loader, i18n, signal, onLoaded, leave, isShown, render } = navigation;
  const prepared = await loader.load(url, signal);
  const { head } = prepared;
  if (signal.aborted) return;
  onLoaded();
  const isReturn = change === 'return';
  await changeView(async () => {
    if (signal.aborted) return;
    // In one step, so that a superseded navigation changes everything or nothing. Otherwise a quick Back and Forward would
    // store one page's scroll position for another.
    rememberScroll();
    rememberLink(leave());
    const show = () => showView(prepared, i18n, (view) => render(view, head.title));
    if (change === 'ready' && hash === '' && revealWaiting(url)) {
      document.title = head.title;
      placeScroll(entry, hash, isReturn);
      await nextFrame();
      // Also when another navigation has begun: its page may take a while.
      if (isShown()) show();
    } else {
      show();
      placeScroll(entry, hash, isReturn);
    }
    if (!signal.aborted) placeFocus(entry, hash, isReturn);
  }, change);
  // The request would hold up the new page's first frame.
  await nextFrame();
  return signal.aborted ? undefined : loader.askRoutes(prepared.view.request.language).catch(() => undefined);
}
