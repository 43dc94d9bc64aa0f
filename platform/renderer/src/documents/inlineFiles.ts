import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetIn, type Release } from '@site/releases/Release.ts';
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

/** A part of a document. Drawings are most of a document's bytes: as text, they would be copied and encoded for each page. */
type Piece = string | Buffer;

/**
 * Inlines the drawings that a visitor sees first, so that they appear with the first paint. React hydrates the elements as
 * they are; when it renders them again later, they load the files.
 *
 * @returns the bytes of the HTML, in pieces
 */
export function withInlineDrawings(html: string, releases: readonly Release[]): readonly Buffer[] {
  // Pictures don't nest. Splitting takes linear time, whatever HTML a release produces.
  const [before = '', ...pictures] = html.split(pictureStart);
  let room = most.all;
  const eager = pictures.slice(0, most.pictures).flatMap((rest) => {
    const inlined = inlinePicture(rest, releases, room);
    room -= inlined.reduce((sum, { length }) => sum + length, 0) - rest.length;
    return [pictureStart, ...inlined];
  });
  const others = pictures.slice(most.pictures).map((rest) => pictureStart + rest);
  return [before, ...eager, others.join('')].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
}

/** A drawing's data URL in each theme. */
interface DataUrls {
  readonly light: Buffer;
  readonly dark: Buffer;
}

/** Making them takes longer than everything else here. */
const dataUrls = new LRUCache<string, DataUrls>({ max: most.known });

function dataUrlsOf(svg: string): DataUrls {
  const known = dataUrls.get(svg);
  if (known) return known;
  const [short = ''] = withShortNames([svg], '');
  // A data URL can't have the fragment that selects the dark theme (RFC 2397). Nearly the same text costs little, compressed.
  const urlOf = (text: string) => Buffer.from(svgDataUrl(text));
  const urls = { light: urlOf(short), dark: urlOf(short.replace(':target{', ':root{')) };
  dataUrls.set(svg, urls);
  return urls;
}

/**
 * Inlines the drawing of the eager picture at the start of a text.
 *
 * @param room how many characters that may add
 */
function inlinePicture(text: string, releases: readonly Release[], room: number): readonly Piece[] {
  const end = text.indexOf(pictureEnd);
  const picture = text.slice(0, end);
  if (end < 0 || !picture.includes(' loading="eager"')) return [text];
  const [url = ''] = picture.match(drawing) ?? [];
  const uses = picture.split(url).length - 1;
  if (uses > most.uses) return [text];
  const svg = svgAt(url, releases, Math.min(most.size, room / uses + url.length));
  if (!svg) return [text];
  const { light, dark } = dataUrlsOf(svg);
  if (light.length > most.size || uses * (light.length - url.length) > room) return [text];
  const lightUses = picture.split(inDarkTheme(url)).map((part) => withBetween<Piece>(part.split(url), light));
  return [...withBetween<readonly Piece[]>(lightUses, [dark]).flat(), text.slice(end)];
}

/** A list with something between each two of its items. */
const withBetween = <Item>(items: readonly Item[], between: Item): Item[] =>
  items.flatMap((item, index) => (index === 0 ? [item] : [between, item]));

/** The text of a drawing that has at most `size` bytes. What is larger is never read, however many a page has. */
function svgAt(url: string, releases: readonly Release[], size: number): string | undefined {
  const { release, file } = assetIn(url, releases) ?? {};
  if (!release || !file) return undefined;
  return (release.manifest.files[`web/${file}`]?.size ?? 0) <= size ? textOf(release, file) : undefined;
}
