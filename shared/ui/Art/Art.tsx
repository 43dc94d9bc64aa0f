interface ArtProps {
  /** Address of the drawing. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** Visible at once: loaded with the page instead of on the way down. */
  readonly eager?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A decorative drawing. Its file carries the colours of both themes. */
export function Art({ src, width, height, eager, className }: ArtProps) {
  return (
    <img
      src={src}
      alt=""
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
    />
  );
}
