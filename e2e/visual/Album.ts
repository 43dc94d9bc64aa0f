import type { JSHandle, Page } from '@playwright/test';
import { compareInPage } from './compareInPage.ts';
import { differencesOf, type Place } from './run/differencesOf.ts';

/** What comparing a picture with the accepted one has told. */
export interface Comparison {
  /** Places that differ, in pixels of the site's page. */
  readonly differences: readonly Place[];
  /** The picture as it would be kept: half as wide and as high, in WebP. */
  readonly picture: Buffer;
}

const scale = 0.5;
const quality = 0.7;

/** Compares pictures in a blank page: every browser decodes, shrinks and encodes them, and Node does not. */
export class Album {
  readonly #page: Page;
  readonly #compare: JSHandle<typeof differencesOf>;

  private constructor(page: Page, compare: JSHandle<typeof differencesOf>) {
    this.#page = page;
    this.#compare = compare;
  }

  static async open(page: Page): Promise<Album> {
    return new Album(page, await page.evaluateHandle(`(${differencesOf})`));
  }

  /** Compares a screenshot with an accepted picture; with none, it differs nowhere. */
  async compare(accepted: Buffer | undefined, screenshot: Buffer): Promise<Comparison> {
    const { places, picture } = await this.#page.evaluate(compareInPage, {
      accepted: accepted ? dataAddress('webp', accepted) : null,
      screenshot: dataAddress('png', screenshot),
      scale,
      quality,
      compare: this.#compare,
    });
    const differences = places.map(({ x, y }) => ({ x: x / scale, y: y / scale }));
    return { differences, picture: Buffer.from(picture.replace(/^.*,/, ''), 'base64') };
  }
}

const dataAddress = (type: 'png' | 'webp', picture: Buffer) =>
  `data:image/${type};base64,${picture.toString('base64')}`;
