/** Only in development: shows saved messages in the open page, without losing typed text. */
import type { Catalogue, Language } from '@site/shared';
import type { i18n as I18n } from 'i18next';
import { applyHead } from '../head/head.ts';
import type { ViewLoader } from '../navigation/viewLoader.ts';
import type { LoadMessages } from '../view/pageMessages.ts';
import { shellMessages } from '../view/shellMessages.ts';
import type { View } from '../view/view.ts';

/** A saved catalogue, as platform/bundling/src/loaders/hot-catalogue.mjs sends it. */
interface SavedCatalogue {
  readonly namespace: string;
  readonly language: Language;
  readonly texts: Catalogue;
  /** What it was before. */
  readonly before: Catalogue;
}

/**
 * Applies every catalogue that is saved.
 *
 * @param first the first view: its messages came inline, without the modules that hot reload replaces
 */
export function applySavedMessages(first: View, i18n: I18n, loader: ViewLoader, loadMessages: LoadMessages): void {
  const { request, content } = first;
  void loadMessages(shellMessages([]), request.language);
  if (content.kind === 'page') void loadMessages(content.loaded.page.strings, request.language);
  window.addEventListener('catalogue', (event) => {
    const { namespace, language, texts, before } = (event as CustomEvent<SavedCatalogue>).detail;
    const known: Catalogue = i18n.getResourceBundle(language, namespace) ?? {};
    // Other catalogues may add sections to the same namespace.
    const others = Object.entries(known).filter(([section]) => !(section in before));
    i18n.removeResourceBundle(language, namespace);
    i18n.addResourceBundle(language, namespace, { ...Object.fromEntries(others), ...texts });
    // Makes components read their messages again.
    i18n.emit('languageChanged', i18n.language);
    void showHead(loader);
  });
}

/** The title and tags are messages too. */
async function showHead(loader: ViewLoader): Promise<void> {
  // As the view's own: another address that leads nowhere would be loaded as a document.
  const { url } = loader.read(window.location.pathname + window.location.search);
  const { head } = await loader.load(url, new AbortController().signal);
  applyHead(head);
}
