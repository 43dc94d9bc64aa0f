import { ownPicturesPath } from '../../contract/api.ts';

interface ApiPictureProps {
  /** The name of the remote's own API, then the path below its address: `events/photos/hall.jpg?w=640`. */
  readonly path: string;
  /** What it shows, for those who don't see it, and while it can't be loaded; empty for decoration. */
  readonly alt: string;
  /** In pixels: its space is there before it loads. */
  readonly width: number;
  readonly height: number;
  /** Paths of the same picture, by their widths in pixels, where the API has several. */
  readonly variants?: Readonly<Record<number, string>>;
  /** How wide it is shown, from which the browser chooses a variant. */
  readonly sizes?: string;
  /** Loads at once: for the picture that visitors see first. All others load when they come near. */
  readonly priority?: boolean;
  readonly className?: string | undefined;
}

/** A picture of the remote's own API. The site gets it from there: browsers ask nobody else, and it needs no script. */
export function ApiPicture({ path, alt, variants = {}, sizes, priority = false, ...attributes }: ApiPictureProps) {
  const srcSet = Object.entries(variants).map(([width, variant]) => `${ownPicturesPath}${variant} ${width}w`);
  return (
    <img
      {...attributes}
      alt={alt}
      // Before the addresses: after a navigation, browsers begin to load at the first of them.
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      sizes={sizes}
      srcSet={srcSet.join(', ') || undefined}
      src={ownPicturesPath + path}
    />
  );
}
