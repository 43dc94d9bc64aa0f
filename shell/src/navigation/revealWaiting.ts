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
