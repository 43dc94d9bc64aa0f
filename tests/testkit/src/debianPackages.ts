import { execFile } from 'node:child_process';
import { mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@site/bundling/project.ts';
import type { Machine } from './browser/machine.ts';

const runFile = promisify(execFile);

const cache = join(root, '.cache');
const downloadTimeout = 300_000;

/** Held while apt runs: its package lists belong to the whole machine. */
const aptLock = join(cache, 'apt.lock');

/** Installs packages on Debian, as root. Does nothing on other systems or for other users. */
export async function installPackages({ platform, isRoot, run }: Machine, ...names: readonly string[]): Promise<void> {
  if (platform !== 'linux' || !isRoot) return;
  await mkdir(dirname(aptLock), { recursive: true });
  // When the package lists can't be updated, old ones may still do.
  const script = `apt-get update; apt-get install -y --no-install-recommends ${names.join(' ')}`;
  await run('flock', aptLock, 'sh', '-c', script);
}

/** The folder that packages are unpacked into. */
export const unpackedFolder = (name: string): string => join(cache, name);

/**
 * Unpacks Debian packages into a folder of the project's cache. Nothing is installed, no service starts, and it works
 * without root. Does nothing on other systems, or without a network.
 *
 * @param folder name of the folder in the cache
 * @param names package names separated by spaces, or a shell command that prints them; unknown packages are left out
 */
export async function unpackPackages(folder: string, names: string): Promise<void> {
  const cwd = unpackedFolder(folder);
  await mkdir(cwd, { recursive: true });
  // When the package lists can't be updated, old ones may still do. Another process may have unpacked, and started, the same.
  const script = `apt-get update
    for name in ${names}; do apt-get download "$name" && dpkg-deb --extract "$name"_*.deb .new; done
    cp --archive --no-clobber .new/. .
    rm -rf .new ./*.deb`;
  await succeeds(runFile('flock', [aptLock, 'sh', '-c', script], { cwd, timeout: downloadTimeout }));
  await relinkInside(cwd);
}

/** Whether a program starts with these parameters and succeeds. */
export const starts = (file: string, ...parameters: string[]): Promise<boolean> => succeeds(runFile(file, parameters));

/** Makes a package's absolute links start at the folder instead of the system's root. */
async function relinkInside(folder: string): Promise<void> {
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
