import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from '../project.ts';
import { type PictureFormat, pixelsAtMost } from './formats.ts';

/** One file of a photograph. */
export interface Variant {
  readonly format: PictureFormat;
  readonly width: number;
  /** Development encodes fast, and somewhat larger. */
  readonly isFast: boolean;
}

/** The encoders' parameters: photographs look as in a JPEG of quality 80. A change of them is a new key of the cache. */
const parametersOf = ({ format, isFast }: Variant) =>
  ({
    avif: { quality: 55, effort: isFast ? 0 : 4 },
    webp: { quality: 78, effort: isFast ? 0 : 5 },
  })[format];

/** The browser's and the server's bundle want the same files at the same time. */
const underway = new Map<string, Promise<Buffer>>();

/**
 * Encodes a variant of a picture: upright, in sRGB, without metadata such as the place where it was taken. AVIF takes seconds, so
 * results stay in a folder, from build to build.
 *
 * @param folder where they stay
 */
export async function encodePicture(
  content: Buffer,
  variant: Variant,
  folder = join(root, '.cache/pictures'),
): Promise<Buffer> {
  const key = createHash('sha256')
    .update(JSON.stringify([sharp.versions, variant, parametersOf(variant)]))
    .update(content)
    .digest('hex');
  const file = join(folder, `${key}.${variant.format}`);
  const encoded = underway.get(file) ?? keep(file, () => encode(content, variant));
  underway.set(file, encoded);
  try {
    return await encoded;
  } finally {
    underway.delete(file);
  }
}

async function keep(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  if (existsSync(file)) return await readFile(file);
  const made = await make();
  await mkdir(join(file, '..'), { recursive: true });
  // Another process never reads half a file.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, made);
  await rename(draft, file);
  return made;
}

const encode = async (content: Buffer, variant: Variant): Promise<Buffer> =>
  await sharp(content, { limitInputPixels: pixelsAtMost })
    .autoOrient()
    .resize(variant.width, undefined, { withoutEnlargement: true })
    .toColourspace('srgb')
    .toFormat(variant.format, parametersOf(variant))
    .toBuffer();
