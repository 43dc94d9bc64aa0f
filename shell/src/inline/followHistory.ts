/**
 * Shows the page that the visitor goes back to while nothing else does. An address that was reached in place and then
 * loaded whole is one document with the page before it, for the browser: it changes the address alone. The router hears
 * of that when it has taken the page over, and not while it does: until then the page comes from the server.
 */
export function followHistory(): void {
  const { pathname, search } = location;
  addEventListener('popstate', () => {
    const isSamePage = location.pathname === pathname && location.search === search;
    if (!isSamePage && document.documentElement.dataset.hydrated === undefined) location.reload();
  });
}
