import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { useLanguage } from '../links/useLanguage.ts';
import integrity from './embed.css?integrity';
import href from './embed.css?url';
import { FacadeFrame } from './FacadeFrame.tsx';
import type { FacadeKind } from './facadeMarkup.ts';
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
