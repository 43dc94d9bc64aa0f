import type { differencesOf, Place } from './run/differencesOf.ts';

interface Question {
  /** The accepted picture, and a screenshot that should look like it: both in the form of `data:` addresses. */
  readonly accepted: string | null;
  readonly screenshot: string;
  /** How much smaller than the screenshot the accepted picture is. */
  readonly scale: number;
  /** With which quality a picture is kept. */
  readonly quality: number;
  readonly compare: typeof differencesOf;
}

interface Answer {
  readonly places: readonly Place[];
  /** The screenshot as it would be kept, as a `data:` address. */
  readonly picture: string;
}

/**
 * Shrinks a screenshot to the picture that would be kept of it, and compares that with the accepted one: both have lost
 * to WebP what it takes. It runs in a page and uses nothing from outside.
 */
export async function compareInPage(question: Question): Promise<Answer> {
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

  const { canvas } = await paint(question.screenshot, question.scale);
  const picture = canvas.toDataURL('image/webp', question.quality);
  if (question.accepted === null) return { places: [], picture };
  const accepted = await paint(question.accepted, 1);
  const actual = await paint(picture, 1);
  return { places: question.compare(accepted.pixels(), actual.pixels()), picture };
}
