import { Activity, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { StageProps } from '../view/view.ts';

/** Elements that act or load as soon as they are in a document, or that change it. */
const acting =
  'img:not([loading]), image, iframe, object, embed, video, audio, script, base, meta, style, link, [autofocus], [type="radio"], details[name], :not(:defined)';

/** Marks the stage of a page that waits, so that code that counts elements leaves it out. See `revealWaiting`. */
const waiting = (url: string) => ({ 'data-waiting': url, style: { contentVisibility: 'hidden' } }) as const;

/**
 * Holds content that is rendered before it is shown. It is first rendered into a document without a window, where a remote's
 * stray `<title>` changes nothing and effects don't run. Then it waits in the shown document, laid out but hidden from everyone,
 * so that the browser only has to paint it. Content that would act there stays outside until it is shown.
 */
export function Backstage({ url, isShown, children }: StageProps) {
  const [room] = useState(() => document.implementation.createHTMLDocument().createElement('div'));
  const stage = useRef<HTMLDivElement>(null);
  const enter = useCallback(
    (element: HTMLDivElement | null) => {
      stage.current = element;
      if (isShown && !room.isConnected) element?.append(room);
    },
    [room, isShown],
  );
  useEffect(() => whenRendered(room, () => layOut(room, stage.current)), [room]);
  return (
    <>
      <div ref={enter} {...(!isShown && waiting(url))} />
      <Activity mode={isShown ? 'visible' : 'hidden'}>{createPortal(children, room)}</Activity>
    </>
  );
}

/** Calls back in idle time after the first content is there. */
function whenRendered(room: HTMLElement, callback: () => void): () => void {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    // WebKit has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(callback);
    else setTimeout(callback);
  });
  observer.observe(room, { childList: true });
  return () => observer.disconnect();
}

/** Lays content out where it will be shown. Its first pictures load, also if it stays outside. */
function layOut(room: HTMLElement, stage: HTMLElement | null): void {
  if (!stage || room.isConnected) return;
  if (!CSS.supports('content-visibility', 'hidden') || room.querySelector(acting) || hidesAnyId(room, stage)) {
    // A copy in the shown document loads, even outside of its tree.
    for (const image of room.querySelectorAll('img[loading="eager"]'))
      document.importNode(image.closest('picture') ?? image, true);
    return;
  }
  // React gives the content of a hidden activity no box. The stage hides it, and browsers remember its layout.
  for (const child of room.children) (child as HTMLElement).style.removeProperty('display');
  stage.append(room);
  room.getBoundingClientRect();
  // An animation would be over when the visitor sees it.
  if (room.getAnimations({ subtree: true }).length > 0) room.remove();
}

/** Whether an element after the stage has the same id: links to that id would then lead into the stage. */
const hidesAnyId = (room: HTMLElement, stage: HTMLElement): boolean =>
  [...room.querySelectorAll('[id]')].some(({ id }) => {
    const known = document.getElementById(id);
    return known && (stage.compareDocumentPosition(known) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
