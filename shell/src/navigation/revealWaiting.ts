/**
 * Shows the page that waits in the document instead of the shown one, before React knows of it: browsers paint the new page
 * while React would still be busy with removing the old one. React follows a frame later.
 *
 * What surrounds the page changes only then. So a page that doesn't fill the window is left to React, and so is the 404 page,
 * which has another background.
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
