import { activateLanguage } from '@site/shared/i18n/createI18n.ts';
import { languageOfPath } from '@site/shared/i18n/detect.ts';
import { storeLanguage } from '@site/shared/i18n/storedLanguage.ts';
import type { i18n as I18n } from 'i18next';
import { flushSync } from 'react-dom';
import { applyHead } from '../head/applyHead.ts';
import type { PreparedView } from '../view/createView.ts';
import type { View } from '../view/view.ts';

/** Replaces what is shown: language, head and content at once, cross-faded where the browser can and the visitor may want it. */
export async function showView({ view, head }: PreparedView, i18n: I18n, render: (view: View) => void): Promise<void> {
  const { language, url } = view.request;
  const update = () => {
    activateLanguage(i18n, language);
    document.documentElement.lang = language;
    if (languageOfPath(url.split('?')[0] ?? url)) storeLanguage(language);
    flushSync(() => render(view));
    applyHead(head);
  };
  const isQuiet = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isQuiet || !document.startViewTransition) return update();
  const { ready, finished, updateCallbackDone } = document.startViewTransition(update);
  // A cross-fade that the next navigation overtakes is skipped: the view is shown all the same.
  for (const fading of [ready, finished]) fading.catch(() => {});
  await updateCallbackDone;
}
