import { Activity, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { StageProps } from '../view/view.ts';

/**
 * Keeps content out of the document until it is shown, so that nothing finds it there: neither scripts nor labels, which look
 * for ids. Until then its effects don't run. It begins in a document that no window shows, where a `<title>` that a remote
 * should not have changes nothing, and where pictures don't load, but for those that say they are at the top of the page.
 */
export function Backstage({ isShown, children }: StageProps) {
  const [room] = useState(() => document.implementation.createHTMLDocument().createElement('div'));
  useEffect(() => loadFirstPictures(room), [room]);
  const enter = useCallback((stage: HTMLElement | null) => stage?.append(room), [room]);
  return (
    <>
      {isShown && <div ref={enter} />}
      <Activity mode={isShown ? 'visible' : 'hidden'}>{createPortal(children, room)}</Activity>
    </>
  );
}

/** Loads the first screen's pictures as soon as the content is rendered. Lazy ones wait until they are near the window. */
function loadFirstPictures(room: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    // A copy in the shown document loads, even outside of its tree.
    for (const image of room.querySelectorAll('img[loading="eager"]'))
      document.importNode(image.closest('picture') ?? image, true);
  });
  observer.observe(room, { childList: true });
  return () => observer.disconnect();
}
