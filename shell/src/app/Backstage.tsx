import { Activity, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import type { StageProps } from '../view/view.ts';

/**
 * Keeps content out of the document until it is shown, so that nothing finds it there: neither scripts nor labels, which look
 * for ids. Until then its effects don't run. It begins in a document that no window shows, where pictures don't load, and
 * where a `<title>` that a remote should not have changes nothing.
 */
export function Backstage({ isShown, children }: StageProps) {
  const [room] = useState(() => document.implementation.createHTMLDocument().createElement('div'));
  const enter = useCallback((stage: HTMLElement | null) => stage?.append(room), [room]);
  return (
    <>
      {isShown && <div ref={enter} />}
      <Activity mode={isShown ? 'visible' : 'hidden'}>{createPortal(children, room)}</Activity>
    </>
  );
}
