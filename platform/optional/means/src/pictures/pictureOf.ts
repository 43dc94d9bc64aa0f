/** What a file is, by its own first bytes. */
export interface PictureKind {
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

/**
 * The kind and size of a picture that browsers show and can't run; undefined for anything else, also for SVG, which may contain
 * scripts and styles.
 */
export function pictureOf(bytes: Buffer): PictureKind | undefined {
  for (const [type, sizeOf] of Object.entries(kinds)) {
    const size = sizeOf(bytes);
    if (size && size.width > 0 && size.height > 0) return { type, ...size };
  }
  return undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const has = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** What each kind of file says of its size; undefined where the file is of another kind, or too short to say it. */
const kinds: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = {
  'image/png': (bytes) =>
    bytes.length >= 24 && has(bytes, 0, '\x89PNG\r\n\x1a\n') && has(bytes, 12, 'IHDR')
      ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : undefined,
  'image/gif': (bytes) =>
    bytes.length >= 10 && (has(bytes, 0, 'GIF87a') || has(bytes, 0, 'GIF89a'))
      ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
      : undefined,
  'image/webp': (bytes) =>
    bytes.length >= 30 && has(bytes, 0, 'RIFF') && has(bytes, 8, 'WEBP') ? sizeOfWebp(bytes) : undefined,
  'image/jpeg': (bytes) => (has(bytes, 0, '\xff\xd8\xff') ? sizeOfJpeg(bytes) : undefined),
  'image/avif': (bytes) => (has(bytes, 4, 'ftyp') ? sizeOfAvif(bytes) : undefined),
};

/** @see https://developers.google.com/speed/webp/docs/riff_container */
function sizeOfWebp(bytes: Buffer): Size | undefined {
  if (has(bytes, 12, 'VP8X')) return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (has(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (!has(bytes, 12, 'VP8 ') || !has(bytes, 23, '\x9d\x01\x2a')) return undefined;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** Goes from segment to segment, to the one that begins the frame. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Bytes between segments, and markers without a content.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

/** The largest of the images in it: https://aomediacodec.github.io/av1-avif */
function sizeOfAvif(bytes: Buffer): Size | undefined {
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256));
  if (!/avi[fs]/.test(brands)) return undefined;
  let largest: Size | undefined;
  for (let at = bytes.indexOf('ispe'); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4)) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (size.width * size.height > (largest ? largest.width * largest.height : 0)) largest = size;
  }
  return largest;
}
