import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { accepts } from '@site/node/preferences.ts';

/** The first bytes of a body with the encoding `dcz`, before its dictionary's hash (RFC 9842). */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** The SHA-256, in Base64, of the dictionary that a browser has for a request; undefined if it accepts no `dcz`. */
export function dictionaryOf(headers: IncomingHttpHeaders): string | undefined {
  if (!accepts(headers['accept-encoding'], 'dcz')) return undefined;
  return /^:([\w+/]{43}=):$/.exec(String(headers['available-dictionary']))?.[1];
}

/** What content is compressed with. */
interface Compression {
  readonly dictionary: Buffer;
  /** Its SHA-256, in Base64. */
  readonly hash: string;
  /** The level of Zstandard: 1 to 19. */
  readonly level: number;
}

const compress = promisify(zstdCompress);

/** The body, in the encoding `dcz`, that a browser completes with its dictionary. */
export async function compressWith({ dictionary, hash, level }: Compression, content: Buffer): Promise<Buffer> {
  const window = Math.ceil(Math.log2(dictionary.length + content.length));
  const compressed = await compress(content, {
    dictionary,
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      // Browsers accept a window as large as the dictionary, or 8 MB.
      [constants.ZSTD_c_windowLog]: Math.min(Math.max(window, 17), 23),
    },
  });
  return Buffer.concat([magic, Buffer.from(hash, 'base64'), compressed]);
}
