/** In the session storage, for this visit only: a message was sent. */
const key = 'lit';

/** Lights a window above the footer, in thanks for a message. */
export function lightWindow(): void {
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
  show();
}

/** Shows the window that was lit earlier in this visit. */
export function showLitWindow(): void {
  try {
    if (sessionStorage.getItem(key)) show();
  } catch {
    // Nothing can be stored, so nothing was.
  }
}

function show(): void {
  document.documentElement.dataset.lit = '';
}
