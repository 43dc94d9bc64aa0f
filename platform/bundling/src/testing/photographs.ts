import sharp, { type Sharp } from 'sharp';

/** A photograph of soft colours. */
export function photograph(width: number, height: number): Sharp {
  const pixels = Uint8Array.from({ length: 36 }, (_, index) => (index * 67) % 256);
  const small = sharp(pixels, { raw: { width: 4, height: 3, channels: 3 } });
  return small.resize(width, height, { fit: 'fill' });
}

/** A photograph as a camera saves it. */
export const jpegOf = (width: number, height: number): Promise<Buffer> => photograph(width, height).jpeg().toBuffer();

/** Its left half is one colour, its right half another. */
export function halves(width: number, height: number, left: string, right: string): Sharp {
  const half = { width: width / 2, height, channels: 3, background: right } as const;
  return sharp({ create: { ...half, width, background: left } }).composite([
    { input: { create: half }, left: width / 2, top: 0 },
  ]);
}
