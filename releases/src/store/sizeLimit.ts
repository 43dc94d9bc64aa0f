/** Most bytes of a file in a store. Nothing larger is read into memory, whatever it says of itself. */
export const maxFileBytes = 20 * 1024 * 1024;

/**
 * Reads the body of an answer, as long as it keeps the limit.
 *
 * @throws {Error} when it is larger
 */
export async function readWithinLimit({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxFileBytes) throw new Error(tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Why a file is not read. */
export const tooLarge = `it is larger than ${maxFileBytes} bytes`;
