import { type IframeHTMLAttributes, useState, useSyncExternalStore } from 'react';
import { facadeDocument } from './facadeDocument.ts';
import type { Facade } from './facadeMarkup.ts';
import { fillFrame } from './fillFrame.ts';

interface FacadeFrameProps extends Pick<IframeHTMLAttributes<HTMLIFrameElement>, 'className' | 'name'> {
  readonly facade: Facade;
}

/**
 * The frame of a facade. The server's HTML carries its document in `srcdoc`, so that it needs no script; a frame that
 * a navigation brings is filled by hand.
 */
export function FacadeFrame({ facade, ...attributes }: FacadeFrameProps) {
  const isFromServer = useIsFromServer();
  const fill = (frame: HTMLIFrameElement | null) => {
    if (frame) fillFrame(frame, facade);
  };
  const content = isFromServer
    ? { src: facade.src, srcDoc: facadeDocument(facade) }
    : { ref: fill, onLoad: (event: React.SyntheticEvent<HTMLIFrameElement>) => fill(event.currentTarget) };
  return (
    <iframe
      {...attributes}
      {...content}
      title={facade.title}
      allow="fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

const neverChanges = () => () => {};

/** Whether the element stood in the server's HTML; for good. */
function useIsFromServer(): boolean {
  const isHydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  const [isFromServer] = useState(isHydrating);
  return isFromServer;
}
