/** Runs in development alone: a text that is saved shows in the page, and everything that was typed stays. */
import type { Catalogue, Language } from '@site/shared';
import type { i18n as I18n } from 'i18next';
import { applyHead } from '../head/applyHead.ts';
import type { ViewLoader } from '../navigation/viewLoader.ts';
import { shellStrings } from '../view/shellStrings.ts';
import type { LoadStrings } from '../view/strings.ts';
import type { View } from '../view/view.ts';

/** A catalogue that was saved, as kit/src/build/loaders/hot-catalogue.mjs tells. */
interface SavedCatalogue {
  readonly namespace: string;
  readonly language: Language;
  readonly texts: Catalogue;
}

/**
 * Puts every catalogue that is saved on the screen.
 *
 * @param first the first view: its texts came inline, without the modules that can change
 */
export function followTexts(first: View, i18n: I18n, loader: ViewLoader, loadStrings: LoadStrings): void {
  const { request, content } = first;
  void loadStrings(shellStrings([]), request.language);
  if (content.kind === 'page') void loadStrings(content.loaded.page.strings, request.language);
  window.addEventListener('catalogue', (event) => {
    const { namespace, language, texts } = (event as CustomEvent<SavedCatalogue>).detail;
    i18n.removeResourceBundle(language, namespace);
    i18n.addResourceBundle(language, namespace, texts);
    // Components read their texts again.
    i18n.emit('languageChanged', i18n.language);
    void showHead(loader);
  });
}

/** Title and tags are texts too. */
async function showHead(loader: ViewLoader): Promise<void> {
  const { head } = await loader.load(window.location.pathname + window.location.search, new AbortController().signal);
  applyHead(head);
}
