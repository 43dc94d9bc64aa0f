import type { JSHandle, Page } from '@playwright/test';
import { type Corner, differencesOf } from './differencesOf.ts';

/** The result of comparing a screenshot with its baseline. */
export interface Comparison {
  /** Places that differ, in pixels of the page. */
  readonly differences: readonly Corner[];
  /** The screenshot as a baseline: half as wide and as high, in WebP; undefined when it looks like the given one. */
  readonly picture: Buffer | undefined;
}

/**
 * How many places may differ in pictures that look the same: in total, 36 by 36 pixels. Machines render letters differently.
 */
const mostUnseen = 20;

/** Whether differences are visible. */
export const isVisible = ({ length }: Comparison['differences']): boolean => length > mostUnseen;

const scale = 0.5;
const quality = 0.7;

/** Compares pictures in a blank page, because browsers can decode, scale and encode them, and Node can't. */
export class PictureComparer {
  readonly #page: Page;
  readonly #compare: JSHandle<typeof differencesOf>;

  private constructor(page: Page, compare: JSHandle<typeof differencesOf>) {
    this.#page = page;
    this.#compare = compare;
  }

  static async open(page: Page): Promise<PictureComparer> {
    return new PictureComparer(page, await page.evaluateHandle(`(${differencesOf})`));
  }

  /** Compares a screenshot with a baseline. Without a baseline there are no differences. */
  async compare(baseline: Buffer | undefined, screenshot: Buffer): Promise<Comparison> {
    const { places, picture } = await this.#page.evaluate(compareInPage, {
      baseline: baseline ? dataUrl('webp', baseline) : null,
      screenshot: dataUrl('png', screenshot),
      scale,
      quality,
      mostUnseen,
      compare: this.#compare,
    });
    const differences = places.map(({ x, y }) => ({ x: x / scale, y: y / scale }));
    return { differences, picture: picture === null ? undefined : Buffer.from(picture.replace(/^.*,/, ''), 'base64') };
  }
}

const dataUrl = (type: 'png' | 'webp', picture: Buffer) => `data:image/${type};base64,${picture.toString('base64')}`;

interface Input {
  /** The baseline and the screenshot, as `data:` URLs. */
  readonly baseline: string | null;
  readonly screenshot: string;
  /** The size of a baseline, as a share of the screenshot's. */
  readonly scale: number;
  /** The quality of a baseline. */
  readonly quality: number;
  /** How many places may differ in pictures that look the same. */
  readonly mostUnseen: number;
  readonly compare: typeof differencesOf;
}

interface Output {
  readonly places: readonly Corner[];
  /** The screenshot as a baseline, as a `data:` URL; null when it looks like the given one. */
  readonly picture: string | null;
}

/**
 * Compares a screenshot with its baseline. When they seem to differ, it converts the screenshot to a baseline first, so that
 * both have the same losses from WebP. That takes as long as everything else. Runs in a page, and must not use anything
 * outside of itself.
 */
async function compareInPage(input: Input): Promise<Output> {
  const paint = async (image: string, scale: number) => {
    const response = await fetch(image);
    const bitmap = await createImageBitmap(await response.blob());
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('This browser has no canvas.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return { canvas, pixels: () => context.getImageData(0, 0, canvas.width, canvas.height) };
  };

  const screenshot = await paint(input.screenshot, input.scale);
  const baseline = input.baseline === null ? undefined : (await paint(input.baseline, 1)).pixels();
  if (baseline) {
    const places = input.compare(baseline, screenshot.pixels());
    if (places.length <= input.mostUnseen) return { places, picture: null };
  }
  const picture = screenshot.canvas.toDataURL('image/webp', input.quality);
  if (!baseline) return { places: [], picture };
  const actual = await paint(picture, 1);
  return { places: input.compare(baseline, actual.pixels()), picture };
}
