import { activateLanguage } from '@site/shared/i18n/createI18n.ts';
import { languageOfPath, storeLanguage } from '@site/shared/i18n/detect.ts';
import { directionOf } from '@site/shared/i18n/languages.ts';
import type { i18n as I18n } from 'i18next';
import { flushSync } from 'react-dom';
import { applyHead } from '../head/head.ts';
import type { PreparedView } from '../view/createView.ts';
import type { View } from '../view/view.ts';

/** Shows a view: language, content and head in one step. */
export function showView({ view, head }: PreparedView, i18n: I18n, render: (view: View) => void): void {
  const { language, url } = view.request;
  activateLanguage(i18n, language);
  // Setting even the same value would make the browser compute every element's style again.
  const { documentElement: root } = document;
  if (root.lang !== language) root.lang = language;
  const direction = directionOf(language);
  if ((root.dir || 'ltr') !== direction) root.dir = direction;
  if (languageOfPath(url.split('?')[0] ?? url)) storeLanguage(language);
  flushSync(() => render(view));
  applyHead(head);
}

/**
 * Shows the page that waits in the document in place of the old one, before React does: its work would delay the first frame
 * of the new page. React follows a frame later.
 *
 * What surrounds the page changes only then. So a page that doesn't fill the window is left to React, and so is a change from
 * or to the 404 page, which has another background.
 *
 * @returns whether the page of that address waited, and is shown
 */
export function revealWaiting(url: string): boolean {
  const pages = [...document.querySelectorAll<HTMLElement>('main > *')];
  const stage = pages.find(({ dataset }) => dataset.waiting === url);
  const room = stage?.firstElementChild;
  if (!stage || !room || room.getBoundingClientRect().height < window.innerHeight) return false;
  const shown = pages.filter(({ dataset }) => dataset.waiting === undefined);
  if (!isOfRemote(stage) || !shown.some(isOfRemote)) return false;
  for (const page of shown) page.style.display = 'none';
  delete stage.dataset.waiting;
  stage.style.removeProperty('content-visibility');
  return true;
}

const isOfRemote = (page: HTMLElement): boolean =>
  page.matches('[data-remote]') || page.querySelector('[data-remote]') !== null;

/** The running cross-fade. */
let fading: ViewTransition | undefined;

/** How a view replaces another: `ready` if it was rendered ahead, `return` on the way back or forward. */
export type Change = 'new' | 'ready' | 'return';

/**
 * Runs a change with a cross-fade, unless the browser doesn't support it or the visitor wants reduced motion. The change then
 * runs a few frames later, when another navigation may have superseded it.
 *
 * A view that was rendered ahead appears sooner without a cross-fade, since browsers would first capture the old page. Going
 * back or forward has none either, because browsers animate the swipe themselves, nor has a navigation during another
 * cross-fade: Firefox scrolls twice when a page is scrolled during a cross-fade or just after it. Without a cross-fade, a view
 * that doesn't come from going back or forward waits one frame, in which the browser shows the click.
 */
export async function changeView(run: () => Promise<void>, change: Change): Promise<void> {
  const isQuiet = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (change !== 'new' || isQuiet || fading || !document.startViewTransition) {
    fading?.skipTransition();
    if (change !== 'return') await nextFrame();
    return run();
  }
  const transition = document.startViewTransition(run);
  fading = transition;
  const end = () => {
    fading = undefined;
  };
  transition.finished.then(end, end);
  // Rejects when another navigation skips the cross-fade. The change still runs.
  transition.ready.catch(() => {});
  await transition.updateCallbackDone;
}

/** Resolves when the browser has shown a frame, which it doesn't do in a hidden tab. */
export function nextFrame(): Promise<void> | undefined {
  if (document.visibilityState === 'hidden') return;
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
