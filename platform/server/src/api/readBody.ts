/**
 * Reads the body of an answer.
 *
 * @throws {Error} when it is longer than `most` bytes; the rest is not received
 */
export async function readBody({ body }: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new Error(`It is longer than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
