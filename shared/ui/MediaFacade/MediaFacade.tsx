import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { useLanguage } from '../links/useLanguage.ts';
import embedStyles from './embed.css?url';
import { type FacadeKind, facadeDocument } from './facadeDocument.ts';
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
      <iframe
        className={classNames(styles.frame, styles[kind])}
        title={title}
        name={name}
        src={src}
        srcDoc={facadeDocument({ kind, language, title, src, poster, playLabel, stylesheet: embedStyles })}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  );
}
