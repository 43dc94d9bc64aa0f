import type { Release } from '@site/releases';
import { inDarkTheme } from '@site/shared/ui/Art/darkTheme.ts';
import { fileAt } from '../releases/ReleaseSource.ts';
import { textOf } from './releaseText.ts';

const eagerPictures = /<picture>(?:(?!<\/picture>).)+ loading="eager".*?<\/picture>/gs;
const drawing = /(?<= src=")[^"]+\.svg(?=")/;

/**
 * Sets the drawings that a visitor sees first into the HTML, so that they are painted with it. React hydrates the
 * elements as they are; when they are rendered again later, they load the files.
 */
export function withInlineDrawings(html: string, releases: readonly Release[]): string {
  return html.replace(eagerPictures, (picture) => {
    const [url = ''] = picture.match(drawing) ?? [];
    const svg = textAt(url, releases);
    if (!svg) return picture;
    // Data has no fragment that could choose the theme. It stands here twice, which costs next to nothing compressed.
    const dark = svg.replace(':target', ':root');
    return picture.replace(inDarkTheme(url), () => dataUrl(dark)).replace(url, () => dataUrl(svg));
  });
}

function textAt(url: string, releases: readonly Release[]): string | undefined {
  for (const release of releases) {
    const file = fileAt(url, release);
    const text = file && textOf(release, file);
    if (text) return text;
  }
  return undefined;
}

const dataUrl = (svg: string): string => `data:image/svg+xml,${escapeSvg(svg)}`;

/** For a URL inside an attribute; what may stand there compresses better as it is. */
const escapeSvg = (svg: string): string => svg.replace(/[%#&<>"\s[\]\\^`{|}]/g, encodeURIComponent);
