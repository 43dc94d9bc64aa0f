import { darkTheme, inDarkTheme } from './darkTheme.ts';

interface IllustrationProps {
  /** Address of the drawing. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** Visible at once: loaded with the page instead of on the way down. */
  readonly eager?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A decorative drawing, in the colours of either theme. */
export function Illustration({ src, width, height, eager, className }: IllustrationProps) {
  return (
    <picture>
      <source media={darkTheme} srcSet={inDarkTheme(src)} />
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
