/** Runs in pages of `site dev NAME --site URL`: reloads the page after a change, and restores its scroll position. */
const storageKey = 'in-site-scroll';
const settleTime = 100;

new EventSource('/_in-site/changes').addEventListener('message', () => {
  sessionStorage.setItem(storageKey, JSON.stringify({ url: location.href, top: scrollY }));
  location.reload();
});

const before = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
sessionStorage.removeItem(storageKey);
if (before?.url === location.href) whenShown(() => scrollTo({ top: before.top, behavior: 'instant' }));

/** Waits until the shell has shown the page and scrolled to its top, and fonts and drafts are loaded. */
function whenShown(callback) {
  const observer = new MutationObserver(async () => {
    if (!document.querySelector('[data-remote]')) return;
    observer.disconnect();
    await document.fonts.ready;
    setTimeout(callback, settleTime);
  });
  observer.observe(document, { childList: true, subtree: true });
}
