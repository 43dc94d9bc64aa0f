import type { UNSAFE_createBrowserHistory } from 'react-router-dom';
import type { ViewLoader } from './viewLoader.ts';

/** Where the router learns of new addresses. */
type TabHistory = Pick<ReturnType<typeof UNSAFE_createBrowserHistory>, 'push' | 'replace'>;

/** Opens the pages that forms ask for, such as a search, in place, as links do. Returns a function that ends this. */
export function followForms(history: TabHistory, loader: Pick<ViewLoader, 'read'>): () => void {
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    // A page that handles its form itself has prevented the default.
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    // Fields may be called `action` or `method`, and hide the form's own properties.
    const address = new URL(form.getAttribute('action') || '', window.location.href);
    const isPlainGet = !/^(?:post|dialog)$/i.test(form.getAttribute('method') ?? '') && !form.hasAttribute('target');
    const isOwnButton = submitter?.matches('[formaction], [formmethod], [formtarget]');
    if (!isPlainGet || isOwnButton || address.origin !== window.location.origin) return;
    if (!loader.read(address.pathname).match) return;
    event.preventDefault();
    const values = [...new FormData(form, submitter)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    const query = new URLSearchParams(values).toString();
    const place = { pathname: address.pathname, search: query && `?${query}`, hash: address.hash };
    const isHere = window.location.pathname === place.pathname && window.location.search === place.search;
    history[isHere ? 'replace' : 'push'](place);
  };
  document.addEventListener('submit', onSubmit);
  return () => document.removeEventListener('submit', onSubmit);
}
