import { type IframeHTMLAttributes, type ReactNode, useState, useSyncExternalStore } from 'react';
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
  /** Address of the embed. It is asked for only when the visitor wants it. */
  readonly src: string;
  /** Address of the drawing that stands in for it. */
  readonly poster: string;
  /** What the link to the embed does, for assistive technology. */
  readonly playLabel: string;
  readonly caption?: ReactNode;
  /** Name of the frame, for links outside of it: `target={name}`. */
  readonly name?: string | undefined;
  readonly className?: string | undefined;
}

/** A video or map that shows our own drawing, and nothing of the third party before the visitor asks for it. */
export function MediaFacade({ kind, title, src, poster, playLabel, caption, name, className }: MediaFacadeProps) {
  const language = useLanguage();
  return (
    <figure className={classNames(styles.figure, className)}>
      <FacadeFrame
        // What a frame shows can't be changed once it is there.
        key={`${language} ${src}`}
        className={classNames(styles.frame, styles[kind])}
        name={name}
        facade={{ kind, language, title, src, poster, playLabel, stylesheet: { href, integrity } }}
      />
      {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  );
}

interface FacadeFrameProps extends Pick<IframeHTMLAttributes<HTMLIFrameElement>, 'className' | 'name'> {
  readonly facade: Facade;
}

/**
 * The frame of a facade. The server's HTML carries its document in `srcdoc`, so that it needs no script; a frame that
 * a navigation brings is filled by hand.
 */
function FacadeFrame({ facade, ...attributes }: FacadeFrameProps) {
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
