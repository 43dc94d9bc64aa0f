import { expect, test } from '@rstest/core';
import sharp from 'sharp';
import { halves, jpegOf, photograph } from '../testing/photographs.ts';
import { readPicture, widthsOf } from './readPicture.ts';

test('a picture has every useful width up to its own, and none beyond', () => {
  expect(widthsOf(6000)).toEqual([390, 640, 780, 1080, 1560]);
  expect(widthsOf(1600)).toEqual([390, 640, 780, 1080, 1560]);
  expect(widthsOf(800)).toEqual([390, 640, 800]);
  expect(widthsOf(391)).toEqual([391]);
  expect(widthsOf(1)).toEqual([1]);
});

test('a photograph that a camera held sideways is upright, and has the average of its colours', async () => {
  const sideways = await halves(400, 200, '#ff0000', '#0000ff').withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { color, ...size } = await readPicture('a.jpg', sideways);
  expect(size).toEqual({ width: 200, height: 400, widths: [200] });
  expect(color).toMatch(/^#[78][0-9a-f]0[0-9a-f][78][0-9a-f]$/);
});

test('a large photograph is described as the widest variant is', async () => {
  expect(await readPicture('a.jpeg', await jpegOf(3120, 2001))).toMatchObject({ width: 1560, height: 1001 });
});

test('a picture with transparency has no colour behind it, one without has', async () => {
  const clear = await photograph(20, 10).ensureAlpha(0.5).png().toBuffer();
  expect(await readPicture('clear.png', clear)).toEqual({ width: 20, height: 10, widths: [20], color: undefined });
  const full = await photograph(20, 10).ensureAlpha(1).png().toBuffer();
  expect((await readPicture('full.png', full)).color).toMatch(/^#[0-9a-f]{6}$/);
});

test('a picture of one pixel is read, and one of a grey scale', async () => {
  expect(await readPicture('dot.png', await photograph(1, 1).png().toBuffer())).toMatchObject({ width: 1, height: 1 });
  const grey = await photograph(20, 10).toColourspace('b-w').jpeg().toBuffer();
  expect((await readPicture('grey.jpg', grey)).color).toMatch(/^#([0-9a-f]{2})\1\1$/);
});

const jpeg = await jpegOf(60, 40);
const png = await photograph(60, 40).png().toBuffer();
const huge = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#ffffff' } })
  .png()
  .toBuffer();
const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
const beforeIdat = png.indexOf('IDAT') - 4;
const animation = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex');
const animated = Buffer.concat([png.subarray(0, beforeIdat), animation, png.subarray(beforeIdat)]);

const refused: readonly (readonly [what: string, file: string, content: Buffer, message: RegExp])[] = [
  ['a text', 'a.jpg', Buffer.from('Not a picture'), /a\.jpg is not a JPEG picture\. Export it as JPEG or PNG/],
  ['an empty file', 'a.png', Buffer.alloc(0), /is not a PNG picture/],
  ['a drawing', 'a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /is not a PNG picture/],
  ['another format', 'a.jpg', await photograph(9, 9).webp().toBuffer(), /is not a JPEG picture.*\?url/],
  ['a pointer of Git LFS', 'a.jpg', Buffer.from(pointer), /only a pointer to the picture\. Run git lfs pull/],
  ['a lying extension', 'a.png', jpeg, /is a JPEG picture, whatever its name says\. Rename it to \.jpg/],
  ['a lying extension', 'a.jpeg', png, /is a PNG picture, whatever its name says\. Rename it to \.png/],
  [
    'half a photograph',
    'a.jpg',
    jpeg.subarray(0, jpeg.length / 2),
    /can’t be read \(.+\)\. Open it in an image editor/,
  ],
  ['a broken head', 'a.jpg', jpeg.subarray(0, 20), /can’t be read/],
  ['half a PNG', 'a.png', png.subarray(0, png.length - 40), /can’t be read/],
  ['an animated PNG', 'a.png', animated, /is animated/],
  ['too many pixels', 'a.png', huge, /has 8000 by 5001 pixels\. Save it with 40 million at most/],
];

for (const [what, file, content, message] of refused)
  test(`${what} called ${file} is refused`, async () => {
    const reading = readPicture(file, content);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow(/^BUILD-PICTURE /);
  });
