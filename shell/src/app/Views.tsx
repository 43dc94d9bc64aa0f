import { Activity, type ReactNode, useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import type { View } from '../view/view.ts';
import { Content, type PageFailed } from './Content.tsx';
import styles from './Views.module.css';

interface ViewsProps {
  readonly view: View;
  /** The view that the visitor may want next. */
  readonly next: View | undefined;
  readonly onFailure: PageFailed | undefined;
}

/** The shown view, and behind it the next one: React has rendered that when the visitor follows its link. */
export function Views({ view, next, onFailure }: ViewsProps) {
  const [first] = useState(view.content);
  const isAhead = next && next.request.url !== view.request.url;
  return [view, ...(isAhead ? [next] : [])].map((each) => {
    const { request, content } = each;
    const page = <Content key={request.url} view={each} onFailure={onFailure} />;
    // The server's HTML has the first view as it is.
    if (content === first) return page;
    return (
      <Backstage key={request.url} isShown={each === view}>
        {page}
      </Backstage>
    );
  });
}

/**
 * Content that is outside of the document until it is shown, so that nothing finds it there: neither scripts nor labels, which
 * look for ids. Until then its effects don't run.
 */
function Backstage({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  const [room] = useState(() => Object.assign(document.createElement('div'), { className: styles.room }));
  const enter = useCallback((stage: HTMLElement | null) => stage?.append(room), [room]);
  return (
    <>
      {isShown && <div ref={enter} className={styles.room} />}
      <Activity mode={isShown ? 'visible' : 'hidden'}>{createPortal(children, room)}</Activity>
    </>
  );
}
