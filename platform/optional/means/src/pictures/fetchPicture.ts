import { readBytes, UnusableAnswer } from '@site/node/readBody.ts';
import type { ApiAnswer } from '@site/renderer/apiCalls.ts';
import { ask, freshFor, type OwnRequest } from '../apis/fetchAnswer.ts';
import { meansLimits } from '../limits.ts';
import { pictureOf } from './pictureOf.ts';

const { size, pixels, fresh } = meansLimits.pictures;

/**
 * Asks a remote's own API for a picture. What it is, its own bytes say, not the API.
 *
 * @returns with its bytes as characters of `body`
 * @throws {Error} as `fetchAnswer`
 */
export async function fetchPicture(request: OwnRequest): Promise<ApiAnswer> {
  const { sent, response } = await ask(request, 'image/avif,image/webp,image/png,image/jpeg,image/gif');
  const { status, headers } = response;
  if (status >= 400) {
    await response.body?.cancel();
    return { status, headers: {}, body: '', freshFor: fresh.least };
  }
  const bytes = await readBytes(response, size);
  const picture = pictureOf(bytes);
  if (!picture) throw new UnusableAnswer('It answered with something that isn’t a PNG, JPEG, WebP, AVIF or GIF.');
  if (picture.width * picture.height > pixels)
    throw new UnusableAnswer(`Its picture has ${picture.width} × ${picture.height} pixels, of ${pixels} at most.`);
  const isSaid = headers.has('cache-control') || headers.has('expires');
  return {
    status: 200,
    headers: { 'content-type': picture.type },
    body: bytes.toString('latin1'),
    freshFor: isSaid ? freshFor(sent, response, fresh) : fresh.unsaid,
  };
}
