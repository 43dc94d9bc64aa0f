/** An answer of an API that is of no use. The API works: it says nothing about its other answers. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

/** The text of an answer. Errors as `readBytes`. */
export const readBody = async (response: Response, most: number): Promise<string> =>
  (await readBytes(response, most)).toString();

/**
 * Reads the body of an answer.
 *
 * @throws {UnusableAnswer} when it is longer than `most` bytes; the rest is not received
 */
export async function readBytes({ body }: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new UnusableAnswer(`It is longer than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
