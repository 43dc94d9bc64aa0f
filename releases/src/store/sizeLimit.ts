import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** Most bytes of a file in a store. Nothing larger is read into memory, whatever it says of itself. */
export const maxFileBytes = 20 * 1024 * 1024;

/** Most bytes of a manifest or a pointer: fifty times as many as the largest of ours has. */
export const maxDescriptionBytes = 1024 * 1024;

/**
 * Reads the body of an answer, as long as it keeps the limit.
 *
 * @throws {OperatorError} RELEASE-FILE when it is larger
 */
export async function readWithinLimit({ body, url }: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limit) throw tooLarge(url, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Why a file is not read. */
export const tooLarge = (file: string, limit: number): OperatorError =>
  new OperatorError('RELEASE-FILE', `${file} is larger than ${limit} bytes: no build makes it so.`);
