import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unpackedFolder, unpackPackages } from '@site/tools/debianPackages.ts';

const unpacked = join(unpackedFolder('pgbackrest'), 'usr/bin/pgbackrest');

/** The path of pgBackRest, installed or unpacked from Debian's package. Undefined when there is none. */
export async function findPgbackrest(): Promise<string | undefined> {
  const places = ['/usr/bin/pgbackrest', unpacked];
  if (!places.some((file) => existsSync(file))) await unpackPackages('pgbackrest', 'pgbackrest');
  return places.find((file) => existsSync(file));
}
