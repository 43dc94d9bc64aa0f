import { darkTheme, inDarkTheme } from './darkTheme.ts';

interface IllustrationProps {
  /** Address of the SVG. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** Loads at once, for illustrations at the top of a page. */
  readonly eager?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A decorative illustration in the colours of the visitor's theme. */
export function Illustration({ src, width, height, eager, className }: IllustrationProps) {
  return (
    <picture>
      <source media={`screen and ${darkTheme}`} srcSet={inDarkTheme(src)} />
      <img
        src={src}
        alt=""
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
