import { extname } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import sharp from 'sharp';
import { pathFromRoot } from '../project.ts';
import { pictureWidths, pixelsAtMost, widestPicture } from './formats.ts';

/** What a photograph's module says of it, and the widths that it is encoded in. */
export interface ReadPicture {
  /** Of the widest variant. */
  readonly width: number;
  readonly height: number;
  /** Its average colour, such as `#a1b2c3`; undefined when it has transparency. */
  readonly color: string | undefined;
  /** The widths of its variants, the narrowest first. */
  readonly widths: readonly number[];
}

/** Widths closer than this to the picture's own aren't worth a file. */
const worthwhile = 0.9;

/** The widths of the variants of a picture: never more than its own. */
export function widthsOf(width: number): readonly number[] {
  const own = Math.min(width, widestPicture);
  return [...pictureWidths.filter((narrower) => narrower < own * worthwhile), own];
}

/**
 * Reads what a page needs to know of a photograph before it arrives.
 *
 * @throws {OperatorError} BUILD-PICTURE with the file and what to do
 */
export async function readPicture(file: string, content: Buffer): Promise<ReadPicture> {
  const problem = problemOf(content, extname(file).toLowerCase());
  if (problem !== undefined) throw refused(file, problem);
  try {
    const { autoOrient, hasAlpha } = await sharp(content, { limitInputPixels: false }).metadata();
    if (autoOrient.width * autoOrient.height > pixelsAtMost)
      throw refused(
        file,
        `has ${autoOrient.width} by ${autoOrient.height} pixels. Save it with ${pixelsAtMost / 1e6} million at most: ${widestPicture} are as wide as it is ever shown`,
      );
    const sizes = widthsOf(autoOrient.width);
    const width = sizes.at(-1) ?? autoOrient.width;
    return {
      width,
      height: Math.max(1, Math.round((autoOrient.height * width) / autoOrient.width)),
      color: await colorOf(content, hasAlpha),
      widths: sizes,
    };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw refused(file, `can’t be read (${reason.trim()}). Open it in an image editor and export it again`);
  }
}

function refused(file: string, problem: string): OperatorError {
  const error = new OperatorError('BUILD-PICTURE', `${pathFromRoot(file)} ${problem}.`);
  // Rspack prints the stack, which would be its own.
  error.stack = error.message;
  return error;
}

const signatures = { JPEG: [0xff, 0xd8, 0xff], PNG: [0x89, 0x50, 0x4e, 0x47] } as const;

/** What is wrong with a file before anything decodes it. */
function problemOf(content: Buffer, extension: string): string | undefined {
  const said = extension === '.png' ? 'PNG' : 'JPEG';
  const is = (['JPEG', 'PNG'] as const).find((kind) =>
    signatures[kind].every((byte, index) => content[index] === byte),
  );
  if (is === undefined) {
    // What a clone without Git LFS has in place of the file.
    if (content.toString('latin1', 0, 40).startsWith('version https://git-lfs'))
      return 'is only a pointer to the picture. Run git lfs pull';
    return `is not a ${said} picture. Export it as JPEG or PNG, or import a finished file with ?url`;
  }
  if (is !== said) return `is a ${is} picture, whatever its name says. Rename it to ${is === 'PNG' ? '.png' : '.jpg'}`;
  if (is === 'PNG' && isAnimated(content))
    return 'is animated, and only its first picture would be shown. Use a video, a still picture, or import it with ?url';
  return undefined;
}

/** An animated PNG has the chunk `acTL` before its pixels. */
function isAnimated(png: Buffer): boolean {
  const animation = png.indexOf('acTL', 0, 'latin1');
  return animation !== -1 && animation < png.indexOf('IDAT', 0, 'latin1');
}

/** Decodes the whole picture: what is broken is found here. */
async function colorOf(content: Buffer, hasAlpha: boolean): Promise<string | undefined> {
  const image = sharp(content, { failOn: 'warning' });
  if (hasAlpha && !(await image.stats()).isOpaque) return undefined;
  const [red = 0, green = 0, blue = 0] = await image
    .clone()
    .removeAlpha()
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
