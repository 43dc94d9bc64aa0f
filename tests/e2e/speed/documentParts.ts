import { brotliCompressSync, constants } from 'node:zlib';

/** The size of a text as servers send it once it is in memory. */
export const compressedSize = (text: string): number =>
  brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  }).length;

/** The parts of a document. Icons are part of the markup, and part of it are drawings. */
const parts = {
  styles: /<style.*?<\/style>/gs,
  'import map': /<script type="importmap">.*?<\/script>/gs,
  'boot data': /<script type="application\/json".*?<\/script>/gs,
  scripts: /(?<=<script data-entry[^>]*>).*?(?=<\/script>)/gs,
  'structured data': /<script [^>]*type="application\/ld\+json">.*?<\/script>/gs,
  titles: /<title>.*?<\/title>|<meta [^>]*>|<link data-head[^>]*>/gs,
  drawings: /data:image\/svg\+xml,[^" ]*/g,
  icons: /<svg.*?<\/svg>/gs,
  markup: /(?<=<body>).*?(?=<script)/gs,
} as const;

/** What a document would weigh less without each of its parts, the heaviest first. */
export function weighed(html: string): string {
  const whole = compressedSize(html);
  return Object.entries(parts)
    .map(([name, part]) => ({ name, bytes: whole - compressedSize(html.replace(part, '')) }))
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${bytes} ${name}`)
    .join('\n');
}
