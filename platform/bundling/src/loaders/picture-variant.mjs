import { encodePicture } from '../pictures/encodePicture.ts';

/**
 * Rspack loader: encodes the variant of a photograph that the query names, such as `?avif=780`.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {Buffer} content
 */
export default async function pictureVariant(content) {
  const [format, width] = this.resourceQuery.slice(1).split('=');
  return await encodePicture(content, { format, width: Number(width), isFast: this.mode === 'development' });
}

/** Rspack gives the file as bytes. */
export const raw = true;
