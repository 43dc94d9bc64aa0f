import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileAt, type Release } from '@site/releases/Release.ts';
import { svgDataUrl } from '@site/shared/html.ts';
import { inDarkTheme } from '@site/shared/ui/illustrations/darkTheme.ts';
import { LRUCache } from 'lru-cache';
import { rendererLimits } from '../limits.ts';
import { withShortNames } from './customProperties.ts';

const texts = new WeakMap<Release, Map<string, string>>();

/** The text of a browser file, to inline it in a document; undefined when the release doesn't list the file. */
export function textOf(release: Release, file: string): string | undefined {
  if (!release.manifest.files[`web/${file}`]) return undefined;
  const known = texts.get(release) ?? new Map<string, string>();
  texts.set(release, known);
  const text = known.get(file) ?? readFileSync(join(release.folder, 'web', file), 'utf8').trim();
  known.set(file, text);
  return text;
}

/** The inline scripts of documents. */
export interface InlineScripts {
  /** In every page: starts the site's scripts. */
  readonly starter: string;
  /** In the page at `/`: redirects the visitor to a language. */
  readonly root: string;
}

const scriptsByShell = new Map<string, InlineScripts>();

/** The inline scripts of a shell. */
export function inlineScriptsOf({ manifest, folder }: Release): InlineScripts {
  const read = (name: string) => readFileSync(join(folder, 'inline', `${name}.js`), 'utf8').trim();
  const scripts = scriptsByShell.get(manifest.version) ?? { starter: read('starter'), root: read('root') };
  scriptsByShell.set(manifest.version, scripts);
  return scripts;
}

const [pictureStart, pictureEnd] = ['<picture>', '</picture>'];
const most = rendererLimits.inlineDrawings;
const drawing = /(?<= src=")[^"]+\.svg(?=")/;

/**
 * Inlines the drawings that a visitor sees first, so that they appear with the first paint. React hydrates the elements as
 * they are; when it renders them again later, they load the files.
 */
export function withInlineDrawings(html: string, releases: readonly Release[]): string {
  // Pictures don't nest. Splitting takes linear time, whatever HTML a release produces.
  const [before = '', ...pictures] = html.split(pictureStart);
  let room = most.all;
  const eager = pictures.slice(0, most.pictures).map((rest) => {
    const inlined = inlinePicture(rest, releases, room);
    room -= inlined.length - rest.length;
    return inlined;
  });
  return [before, ...eager, ...pictures.slice(most.pictures)].join(pictureStart);
}

/** A drawing's data URL in each theme. */
interface DataUrls {
  readonly light: string;
  readonly dark: string;
}

/** Making them takes longer than everything else here. */
const dataUrls = new LRUCache<string, DataUrls>({ max: most.known });

function dataUrlsOf(svg: string): DataUrls {
  const known = dataUrls.get(svg);
  if (known) return known;
  const [short = ''] = withShortNames([svg], '');
  // A data URL can't have the fragment that selects the dark theme: RFC 2397. Almost the same text: compressed, it costs nearly nothing.
  const urls = { light: svgDataUrl(short), dark: svgDataUrl(short.replace(':target{', ':root{')) };
  dataUrls.set(svg, urls);
  return urls;
}

/**
 * Inlines the drawing of the eager picture at the start of a text.
 *
 * @param room how many characters that may add
 */
function inlinePicture(text: string, releases: readonly Release[], room: number): string {
  const end = text.indexOf(pictureEnd);
  const picture = text.slice(0, end);
  if (end < 0 || !picture.includes(' loading="eager"')) return text;
  const [url = ''] = picture.match(drawing) ?? [];
  const svg = svgAt(url, releases);
  if (!svg) return text;
  const { light, dark } = dataUrlsOf(svg);
  const uses = picture.split(url).length - 1;
  if (light.length > most.size || uses > most.uses || uses * (light.length - url.length) > room) return text;
  return picture.split(inDarkTheme(url)).join(dark).split(url).join(light) + text.slice(end);
}

function svgAt(url: string, releases: readonly Release[]): string | undefined {
  for (const release of releases) {
    const file = fileAt(url, release);
    const text = file && textOf(release, file);
    if (text) return text;
  }
  return undefined;
}
