import type { Release } from '@site/releases/Release.ts';
import { fileAt } from '@site/releases/Release.ts';
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
    const data = dataUrl(url, releases);
    // Once for each theme, to the letter: compressed, the second one costs next to nothing.
    return data ? picture.replaceAll(url, () => data) : picture;
  });
}

function dataUrl(url: string, releases: readonly Release[]): string | undefined {
  for (const release of releases) {
    const file = fileAt(url, release);
    const text = file && textOf(release, file);
    if (text) return `data:image/svg+xml,${escapeSvg(text)}`;
  }
  return undefined;
}

/** For a URL inside an attribute; what may stand there compresses better as it is. */
const escapeSvg = (svg: string): string => svg.replace(/[%#&<>"\s[\]\\^`{|}]/g, encodeURIComponent);
