import { brotliCompressSync } from 'node:zlib';
import type { PageName } from '@site/testkit/site/addresses.ts';
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

/** The transfer budgets of a first view, in bytes with brotli. Measured values: docs/decisions/first-view.md. */
export const budgets = {
  /**
   * The document of each page in its longest language, with its inlined styles and drawings of the first screen. The first ten
   * packets of a connection carry 13,000: that is the goal, and 20,000 for the home page. What is allowed is what was
   * measured, and 1 % more, because each version's name compresses differently.
   */
  documents: {
    home: 19_830,
    services: 14_030,
    blog: 12_150,
    article: 9_700,
    company: 8_200,
    pricing: 12_000,
    team: 11_750,
    contact: 13_690,
    privacy: 12_350,
    legal: 10_050,
    notFound: 8_700,
  } satisfies Record<PageName, number>,
  /** The inlined styles, compressed separately. */
  styles: 5_900,
  /** All scripts of a page, and each part. */
  scripts: 116_500,
  scriptParts: { painted: 1_030, vendor: 87_400, shell: 18_700, container: 4_700, page: 6_300 },
  fonts: 60_000,
  /** The home page with everything that it loads, including lazy pictures. */
  wholeHome: 216_000,
  /** Document, scripts, fonts, and pictures that are not lazy. */
  requests: 10,
} as const;
