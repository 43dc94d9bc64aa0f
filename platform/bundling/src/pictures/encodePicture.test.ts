import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@rstest/core';
import sharp from 'sharp';
import { halves, photograph } from '../testing/photographs.ts';
import { encodePicture, type Variant } from './encodePicture.ts';

const folder = await mkdtemp(join(tmpdir(), 'site-pictures-'));
afterAll(() => rm(folder, { recursive: true }));

const avif: Variant = { format: 'avif', width: 40, isFast: false };
const webp: Variant = { format: 'webp', width: 40, isFast: false };

/** The colour of a pixel. */
async function colorAt(picture: Buffer, left: number, top: number): Promise<readonly number[]> {
  const pixel = sharp(picture).extract({ left, top, width: 1, height: 1 }).toColourspace('srgb').removeAlpha();
  return [...(await pixel.raw().toBuffer())];
}

test('variants are upright and say nothing of the camera or the place', async () => {
  const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
  const sideways = await halves(80, 40, '#ff0000', '#0000ff')
    .withExif({ IFD0: { Make: 'Camera' }, ...gps })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(sideways.includes('Exif')).toBe(true);
  for (const variant of [avif, webp]) {
    const encoded = await encodePicture(sideways, variant, folder);
    const { width, height, exif, orientation, icc } = await sharp(encoded).metadata();
    expect({ width, height, exif, orientation, icc }).toMatchObject({ width: 40, height: 80, exif: undefined });
    expect(orientation ?? 1).toBe(1);
    // Turned to the right, what was left is at the top.
    expect((await colorAt(encoded, 20, 10))[0]).toBeGreaterThan(200);
    expect((await colorAt(encoded, 20, 70))[2]).toBeGreaterThan(200);
  }
});

test('transparency stays, and nothing is enlarged', async () => {
  const clear = await photograph(30, 20).ensureAlpha(0.5).png().toBuffer();
  for (const variant of [avif, webp]) {
    const { hasAlpha, width } = await sharp(await encodePicture(clear, variant, folder)).metadata();
    expect([hasAlpha, width]).toEqual([true, 30]);
  }
});

test('colours of a wide gamut become those of every screen', async () => {
  const wide = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#00ff00' } })
    .withIccProfile('p3')
    .jpeg({ quality: 100 })
    .toBuffer();
  const encoded = await encodePicture(wide, webp, folder);
  expect((await sharp(encoded).metadata()).icc).toBeUndefined();
  const [red = 255, green] = await colorAt(encoded, 20, 20);
  // As numbers of the wide gamut, they are 117 and 251.
  expect(red).toBeLessThan(40);
  expect(green).toBeGreaterThan(240);
});

test('a variant is encoded once, also for two bundles at once, and again after any change', async () => {
  const own = await mkdtemp(join(folder, 'own-'));
  const [first, second] = [await photograph(40, 20).jpeg().toBuffer(), await photograph(40, 21).jpeg().toBuffer()];
  const encoded = await Promise.all([encodePicture(first, avif, own), encodePicture(first, avif, own)]);
  expect(encoded[0]).toBe(encoded[1]);
  expect(await readdir(own)).toHaveLength(1);
  expect(await encodePicture(first, avif, own)).toEqual(encoded[0]);
  await encodePicture(first, { ...avif, isFast: true }, own);
  await encodePicture(first, { ...avif, width: 20 }, own);
  await encodePicture(second, avif, own);
  expect(await readdir(own)).toHaveLength(4);
});
