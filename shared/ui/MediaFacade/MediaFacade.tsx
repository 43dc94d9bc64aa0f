import { type IframeHTMLAttributes, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { classNames } from '../classNames.ts';
import { useLanguage } from '../links/PageLink.tsx';
import integrity from './embed.css?integrity';
import href from './embed.css?url';
import { type Facade, type FacadeKind, facadeDocument, fillFrame } from './facadeDocument.ts';
import styles from './MediaFacade.module.css';

interface MediaFacadeProps {
  readonly kind: FacadeKind;
  /** Name of the frame for assistive technology. */
  readonly title: string;
  /** Address of the embed. It loads only when the visitor asks for it. */
  readonly src: string;
  /** Address of the illustration shown until then. */
  readonly poster: string;
  /** What the link to the embed does, for assistive technology. */
  readonly playLabel: string;
  readonly caption?: ReactNode;
  /** Name of the frame, for links outside of it: `target={name}`. */
  readonly name?: string | undefined;
  /** Called when the embed itself is in the frame. */
  readonly onShown?: (() => void) | undefined;
  readonly className?: string | undefined;
}

/** A video or map. It shows our own illustration and loads nothing from the third party until the visitor asks for it. */
export function MediaFacade({
  kind,
  title,
  src,
  poster,
  playLabel,
  caption,
  name,
  onShown,
  className,
}: MediaFacadeProps) {
  const language = useLanguage();
  return (
    <figure className={classNames(styles.figure, className)}>
      <FacadeFrame
        // React can't change a frame's document later.
        key={`${language} ${src}`}
        className={classNames(styles.frame, styles[kind])}
        name={name}
        onShown={onShown}
        facade={{ kind, language, title, src, poster, playLabel, stylesheet: { href, integrity } }}
      />
      {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  );
}

interface FacadeFrameProps extends Pick<IframeHTMLAttributes<HTMLIFrameElement>, 'className' | 'name'> {
  readonly facade: Facade;
  readonly onShown: (() => void) | undefined;
}

/**
 * The frame of a facade. In the server's HTML, its document is in `srcdoc`, which needs no script. After a navigation, a
 * script fills it, once the page is painted: creating an `<iframe>` is slow, and it is rarely in the first screen.
 */
function FacadeFrame({ facade, onShown, ...attributes }: FacadeFrameProps) {
  const isFromServer = useIsFromServer();
  const [isPainted, setIsPainted] = useState(isFromServer);
  useEffect(() => {
    if (isPainted) return;
    const frame = requestAnimationFrame(() => setTimeout(() => setIsPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, [isPainted]);
  if (!isPainted) return <div className={attributes.className} />;
  const look = (frame: HTMLIFrameElement | null) => {
    if (!frame) return;
    // The embed has another origin, and no document that this page may read. It may have come before the scripts.
    if (frame.contentDocument === null) onShown?.();
    else if (!isFromServer) fillFrame(frame, facade);
  };
  const content = isFromServer && { src: facade.src, srcDoc: facadeDocument(facade) };
  return (
    <iframe
      {...attributes}
      {...content}
      ref={look}
      onLoad={(event) => look(event.currentTarget)}
      title={facade.title}
      allow="fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

const neverChanges = () => () => {};

/** Whether the element was in the server's HTML. Never changes. */
function useIsFromServer(): boolean {
  const isHydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  const [isFromServer] = useState(isHydrating);
  return isFromServer;
}
