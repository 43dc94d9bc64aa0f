import { classNames } from '../classNames.ts';
import styles from './Picture.module.css';

/** A photograph as the build makes it ready: `import photo from './photo.jpg'`. */
export interface PictureSource {
  /** Of the widest variant, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Its average colour; absent when it has transparency. */
  readonly color?: string;
  /** The variants of each format, the best format first. Every browser of the site shows the last one. */
  readonly sources: readonly { readonly type: string; readonly srcSet: string }[];
  /** The widest variant of the last format. */
  readonly src: string;
}

interface PictureProps {
  readonly source: PictureSource;
  /** What it shows, for those who don't see it; empty for decoration. */
  readonly alt: string;
  /** How wide it is shown, from which the browser chooses a variant: `(min-width: 64em) 480px, 100vw`. */
  readonly sizes: string;
  /** Loads at once: for the picture that visitors see first. All others load when they come near. */
  readonly priority?: boolean;
  readonly className?: string | undefined;
}

/**
 * A photograph in the format and width that the visitor's browser needs. Its space is reserved from the start, in the picture's own
 * colour. It needs no script.
 */
export function Picture({ source, alt, sizes, priority = false, className }: PictureProps) {
  const { width, height, color, sources, src } = source;
  const [last, ...better] = sources.toReversed();
  return (
    <picture>
      {better.toReversed().map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        // Before the addresses: after a navigation, browsers begin to load at the first of them.
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        alt={alt}
        width={width}
        height={height}
        sizes={sizes}
        srcSet={last?.srcSet}
        src={src}
        // A style of the element would be against the Content Security Policy.
        data-color={color}
        className={classNames(styles.picture, className)}
      />
    </picture>
  );
}
