import {
  type BrotliOptions,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzipSync,
} from 'node:zlib';
import { preferencesIn } from '@site/node/preferences.ts';

/** Content encodings that the server sends. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** For pages that a visitor waits for: the best quality that takes almost no time. */
const brotliQuality = 5;

/** Compresses a document. */
export function compressed(content: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return content;
  if (encoding === 'gzip') return gzipSync(content);
  return brotliCompressSync(content, brotliOptions(content));
}

/**
 * As `compressed`, in a background thread. What this costs the main thread is mostly the start of the background work. With
 * `flush` it starts once; zlib's own functions start it again for each 16 kB, and to end the stream.
 */
export async function compressInBackground(content: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  const stream =
    encoding === 'gzip'
      ? createGzip({ flush: constants.Z_FINISH, chunkSize })
      : createBrotliCompress({ ...brotliOptions(content), flush: constants.BROTLI_OPERATION_FINISH });
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stream.on('error', reject).write(content, (error) => (error ? reject(error) : resolve()));
  await promise;
  stream.destroy();
  return Buffer.concat(parts);
}

/** Almost every page comes out as one part. */
const chunkSize = 64 * 1024;

/** Brotli with a window no larger than the page, which takes a fifth less time. */
const brotliOptions = ({ length }: Buffer): BrotliOptions => ({
  chunkSize,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(Math.ceil(Math.log2(length + 1)), 16), 22),
  },
});

/** Clients send few different `Accept-Encoding` values: each is parsed once. */
const known = new Map<string, Encoding>();
const maxKnown = 100;

/** The best encoding that a request accepts. */
export function encodingOf(acceptEncoding = ''): Encoding {
  const encoding = known.get(acceptEncoding) ?? bestOf(acceptEncoding);
  if (known.size < maxKnown) known.set(acceptEncoding, encoding);
  return encoding;
}

/** What the server sends, best first: of what a client wants equally, it gets the first. */
const offered: readonly Encoding[] = ['br', 'gzip', 'identity'];

function bestOf(acceptEncoding: string): Encoding {
  const preferences = preferencesIn(acceptEncoding);
  const weightOf = (encoding: Encoding) => preferences.find(({ value }) => value === encoding)?.weight ?? 0;
  const [best = 'identity'] = offered
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a));
  return best;
}
