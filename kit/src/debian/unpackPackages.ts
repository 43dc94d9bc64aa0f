import { execFile } from 'node:child_process';
import { mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build/bundles/folders.ts';

const run = promisify(execFile);

const cache = join(root, '.cache');
const downloadTime = 300_000;

/** Whoever holds this file may use apt: its lists are the whole machine's. */
export const aptLock = join(cache, 'apt.lock');

/** The folder that a package is unpacked into. */
export const unpackedFolder = (name: string): string => join(cache, name);

/** Whether a program starts with these parameters, and ends well. */
export const starts = (file: string, ...parameters: string[]): Promise<boolean> => succeeds(run(file, parameters));

/**
 * Unpacks packages of Debian into a folder of the project's cache: nothing is installed, no service starts, and nobody
 * needs to be root. On other systems, and where nothing can be fetched, it does nothing.
 *
 * @param folder the folder's name in the cache
 * @param names words of the shell: names of packages, or a command that prints them; those that there are not, are left out
 */
export async function unpackPackages(folder: string, names: string): Promise<void> {
  const cwd = unpackedFolder(folder);
  await mkdir(cwd, { recursive: true });
  // Without fresh lists of packages, or without the right to fetch them, there may be old ones that do.
  const script = `apt-get update
    for name in ${names}; do apt-get download "$name" && dpkg-deb --extract "$name"_*.deb .; done
    rm -f ./*.deb`;
  await succeeds(run('flock', [aptLock, 'sh', '-c', script], { cwd, timeout: downloadTime }));
  await keepLinksInside(cwd);
}

/** A package's links begin at the root of the system: here, at the folder. */
async function keepLinksInside(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(entry.parentPath, entry.name);
    const target = await readlink(link);
    if (!target.startsWith('/')) continue;
    await rm(link);
    await symlink(relative(dirname(link), join(folder, target)), link);
  }
}

const succeeds = (running: Promise<unknown>): Promise<boolean> =>
  running.then(
    () => true,
    () => false,
  );
