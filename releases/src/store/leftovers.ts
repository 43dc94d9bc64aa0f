import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** After so many milliseconds whoever made an unfinished file or folder is gone. */
const abandonedAfter = 60 * 60 * 1000;

const isUnfinished = (name: string): boolean => /^\.(incoming|outgoing)-/.test(name) || name.endsWith('.new');

/** Removes what killed programs have left unfinished in a folder. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter(isUnfinished).map((name) => join(folder, name))) {
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > abandonedAfter) await rm(path, { recursive: true, force: true });
  }
}
