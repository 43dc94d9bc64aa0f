import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { ExportError } from './ExportError.ts';
import { headersFileName } from './hostFiles.ts';

/** Removes an earlier export, and nothing else: a mistyped folder must not cost its files. */
export async function emptyFolder(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  if (names.length > 0 && !names.includes(headersFileName)) {
    throw new ExportError(`${folder} has files that are of no export. Name an empty folder, or a new one.`);
  }
  await rm(folder, { recursive: true, force: true });
}
