import type { Release } from '@site/releases';
import { fileAt } from '../releases/ReleaseSource.ts';
import { textOf } from './releaseText.ts';

const preloads = /<link rel="preload" as="image" href="([^"]+\.svg)"\/>/g;
const eagerDrawings = /<img src="([^"]+\.svg)"(?=[^>]* loading="eager")/g;

/**
 * Sets the drawings that a visitor sees first into the HTML, so that they are painted with it. React takes the
 * elements over as they are; when they are drawn again later, from the files.
 */
export function withInlineDrawings(html: string, releases: readonly Release[]): string {
  const dataUrl = (url: string) => {
    for (const release of releases) {
      const file = fileAt(url, release);
      const text = file && textOf(release, file);
      if (text) return `data:image/svg+xml,${escapeSvg(text)}`;
    }
    return undefined;
  };
  return html
    .replace(preloads, (link, url: string) => (dataUrl(url) ? '' : link))
    .replace(eagerDrawings, (_, url: string) => `<img src="${dataUrl(url) ?? url}"`);
}

/** For a URL inside an attribute; what may stand there compresses better as it is. */
const escapeSvg = (svg: string): string => svg.replace(/[%#&<>"\s[\]\\^`{|}]/g, encodeURIComponent);
