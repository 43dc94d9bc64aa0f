import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { partsOf, verifyFile } from '@site/releases/integrity.ts';
import type { Release } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * The message that gives a worker the code of a release, in parts of JSON: made at once, one of 20 MB would keep everyone
 * waiting for half a second.
 *
 * @throws {OperatorError} RELEASE-FILE before the first part, when the code can't be read, or is not what was built
 */
export async function* serverCodeMessage({ manifest, folder }: Release): AsyncGenerator<string> {
  const content = await read(join(folder, manifest.server));
  await verifyFile(manifest, manifest.server, content);
  const { name, version: release } = manifest;
  yield `${JSON.stringify({ type: 'remote', name, release }).slice(0, -1)},"code":"`;
  const decoder = new StringDecoder('utf8');
  for (const part of partsOf(content)) yield inString(decoder.write(part));
  yield `${inString(decoder.end())}"}\n`;
}

const inString = (text: string): string => JSON.stringify(text).slice(1, -1);

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new OperatorError(
      'RELEASE-FILE',
      `${file} can’t be read. Restart the server: it copies the release again.`,
      cause,
    );
  }
}
