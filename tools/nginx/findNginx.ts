import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../bundles/folders.ts';

const run = promisify(execFile);

/** Where the package is unpacked: nothing is installed, and no service starts. */
const folder = join(root, '.cache/nginx');
const unpacked = join(folder, 'usr/sbin/nginx');

const downloadTime = 120_000;

/** The program of nginx: the machine's own, or else the one in Debian's package; nothing when there is neither. */
export async function findNginx(): Promise<string | undefined> {
  for (const file of ['nginx', '/usr/sbin/nginx', unpacked]) if (await starts(file)) return file;
  await unpackPackage();
  return (await starts(unpacked)) ? unpacked : undefined;
}

async function starts(file: string): Promise<boolean> {
  return await succeeds(run(file, ['-v']));
}

async function unpackPackage(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const options = { cwd: folder, timeout: downloadTime };
  // Without fresh lists, or without the right to fetch them, there may be old ones that do.
  await succeeds(run('apt-get', ['update'], options));
  // In older systems the program is in a package of its own.
  for (const name of ['nginx', 'nginx-light']) {
    await succeeds(run('sh', ['-c', `apt-get download ${name} && dpkg-deb --extract ${name}_*.deb .`], options));
  }
}

async function succeeds(running: Promise<unknown>): Promise<boolean> {
  return await running.then(
    () => true,
    () => false,
  );
}
