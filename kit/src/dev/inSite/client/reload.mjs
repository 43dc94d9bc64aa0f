/** Runs in pages of `npm run dev -- NAME --site`: loads the page again after a change, and goes back to where it was. */
const storageKey = 'in-site-scroll';
const settling = 100;

new EventSource('/_in-site/changes').addEventListener('message', () => {
  sessionStorage.setItem(storageKey, JSON.stringify({ url: location.href, top: scrollY }));
  location.reload();
});

const before = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
sessionStorage.removeItem(storageKey);
if (before?.url === location.href) whenShown(() => scrollTo({ top: before.top, behavior: 'instant' }));

/** The shell shows the page, then scrolls to its top, and fonts and drafts come in: after that it is this script's turn. */
function whenShown(act) {
  const observer = new MutationObserver(async () => {
    if (!document.querySelector('[data-remote]')) return;
    observer.disconnect();
    await document.fonts.ready;
    setTimeout(act, settling);
  });
  observer.observe(document, { childList: true, subtree: true });
}
