import { join } from 'node:path';
import { starts, unpackedFolder, unpackPackages } from '@site/kit/debian/unpackPackages.ts';

const unpacked = join(unpackedFolder('nginx'), 'usr/sbin/nginx');

/** The program of nginx: the machine's own, or else the one in Debian's package; nothing when there is neither. */
export async function findNginx(): Promise<string | undefined> {
  for (const file of ['nginx', '/usr/sbin/nginx', unpacked]) if (await starts(file, '-v')) return file;
  // In older systems the program is in a package of its own.
  await unpackPackages('nginx', 'nginx nginx-light');
  return (await starts(unpacked, '-v')) ? unpacked : undefined;
}
