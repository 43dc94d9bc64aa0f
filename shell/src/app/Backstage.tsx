import { Activity, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigationType } from 'react-router-dom';
import styles from '../layout/Layout.module.css';
import type { StageProps } from '../view/view.ts';

/**
 * Keeps content out of the document until it is shown, so that nothing finds it there: neither scripts nor labels, which look
 * for ids. Until then its effects don't run. It begins in a document that no window shows, where pictures don't load, and
 * where a `<title>` that a remote should not have changes nothing.
 */
export function Backstage({ isShown, children }: StageProps) {
  const [room] = useState(() => document.implementation.createHTMLDocument().createElement('div'));
  const [isArriving, setArriving] = useState(true);
  const { hash } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  // Other places than the top depend on the size of what is above them.
  const isAtTop = !hash && !isReturn;
  const enter = useCallback(
    (stage: HTMLElement | null) => {
      stage?.append(room);
      const frame = requestAnimationFrame(() => setTimeout(() => setArriving(false)));
      return () => cancelAnimationFrame(frame);
    },
    [room],
  );
  return (
    <>
      {isShown && <div ref={enter} className={isArriving && isAtTop ? styles.arriving : undefined} />}
      <Activity mode={isShown ? 'visible' : 'hidden'}>{createPortal(children, room)}</Activity>
    </>
  );
}
