import { readFile } from 'node:fs/promises';
import { ImportError } from '../ImportError.ts';
import { decodeSource } from './decodeSource.ts';
import { download } from './download.ts';

/** Where news come from, as text. */
export interface Source {
  /** A file's path, or an http(s) address. */
  readonly name: string;
  readonly text: string;
  /** The address that was read in the end, against which the source's relative addresses are resolved. */
  readonly address: string | undefined;
}

/**
 * Reads a file or an address.
 *
 * @throws {ImportError} `NEWS-SOURCE`
 */
export async function readSource(name: string): Promise<Source> {
  try {
    if (!/^https?:\/\//i.test(name)) return { name, text: decodeSource(await readFile(name)), address: undefined };
    const { bytes, contentType, address } = await download(name);
    return { name, text: decodeSource(bytes, contentType), address };
  } catch (error) {
    throw new ImportError('NEWS-SOURCE', `"${name}" can't be read: ${error instanceof Error ? error.message : error}`);
  }
}
