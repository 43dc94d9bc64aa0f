import { brotliCompressSync } from 'node:zlib';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { compressedSize } from './documentParts.ts';

/** A file and its size in transfer. */
export interface SentFile {
  readonly path: string;
  readonly bytes: number;
}

/** Everything that a page loads, according to its HTML. */
export interface FirstView {
  readonly document: SentFile;
  readonly scripts: readonly SentFile[];
  readonly fonts: readonly SentFile[];
  /** Pictures that load at once, and lazy ones. */
  readonly pictures: { readonly eager: readonly SentFile[]; readonly lazy: readonly SentFile[] };
  /** The style sheets in the document, compressed. */
  readonly styleBytes: number;
  /** Elements that block rendering. */
  readonly blocking: readonly string[];
}

/** Requests all files of a page. */
export async function firstViewOf(site: Pick<RunningSite, 'origin'>, path: string, html: string): Promise<FirstView> {
  const scripted = html.replace(/<noscript.*?<\/noscript>/gs, '');
  const send = (paths: readonly string[]) => Promise.all([...new Set(paths)].map((file) => sent(site, file)));
  const pictures = [...html.matchAll(/<img [^>]*src="(\/[^"]+)"[^>]*>/g)].map(([tag, file = '']) => ({ tag, file }));
  const isLazy = ({ tag }: { tag: string }) => tag.includes('loading="lazy"');
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text);
  return {
    // Servers compress a page like this once it has been in memory for a while.
    document: { path, bytes: compressedSize(html) },
    scripts: await send(listed(html, 'data-modules')),
    fonts: await send(listed(html, 'data-fonts')),
    pictures: {
      eager: await send(pictures.filter((picture) => !isLazy(picture)).map(({ file }) => file)),
      lazy: await send(pictures.filter(isLazy).map(({ file }) => file)),
    },
    styleBytes: brotliCompressSync(styles.join('')).length,
    blocking: [
      ...[...scripted.matchAll(/<link [^>]*rel="stylesheet"[^>]*>/g)].filter(
        ([tag]) => !/ (disabled|media=)/.test(tag),
      ),
      ...[...scripted.matchAll(/<script [^>]*src=[^>]*>/g)].filter(
        ([tag]) => !/ (async|defer|type="module")/.test(tag),
      ),
    ].map(([tag]) => tag),
  };
}

async function sent(site: Pick<RunningSite, 'origin'>, path: string): Promise<SentFile> {
  const response = await fetch(site.origin + path, { headers: { 'accept-encoding': 'br' } });
  await response.body?.cancel();
  const bytes = Number(response.headers.get('content-length'));
  if (bytes === 0) throw new Error(`${path} came without its length: status ${response.status}.`);
  return { path, bytes };
}

const listed = (html: string, attribute: string): string[] =>
  new RegExp(`${attribute}="([^"]+)"`).exec(html)?.[1]?.split(' ') ?? [];

/** The total size of files. */
export const bytesOf = (files: readonly SentFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Lists files by size, largest first. */
export const heaviest = (files: readonly SentFile[]): string =>
  [...files]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ path, bytes }) => `${bytes} ${path}`)
    .join('\n');

/**
 * The transfer budgets of a first view, in bytes with brotli: round walls, which a longer sentence or another picture doesn't
 * reach, and a mistake does. docs/performance.md has what pages weigh.
 */
export const budgets = {
  /** A document, with its inlined styles and drawings of the first screen. The first ten packets of a connection carry 13,000. */
  document: 15_000,
  /** The home page's, which has the street. */
  homeDocument: 21_000,
  /** The inlined styles, compressed separately. */
  styles: 6_300,
  /** All scripts of a page, and each part. */
  scripts: 125_000,
  scriptParts: { painted: 1_000, vendor: 93_000, shell: 20_500, container: 5_000, page: 7_700 },
  fonts: 64_000,
  /** The home page with everything that it loads, including lazy pictures. */
  wholeHome: 220_000,
  /** Document, scripts, fonts, and pictures that are not lazy. */
  requests: 10,
} as const;
