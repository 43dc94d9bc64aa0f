import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackedFolder, unpackPackages } from '../debianPackages.ts';

const run = promisify(execFile);
const folder = unpackedFolder('ceph');
const architectures: Readonly<Partial<Record<NodeJS.Architecture, string>>> = { x64: 'x86_64', arm64: 'aarch64' };
const libraries = join(folder, 'usr/lib', `${architectures[process.arch]}-linux-gnu`);

/** Ceph’s packages that the machine lacks, with their dependencies. */
const packages =
  "$(apt-get --simulate install --no-install-recommends radosgw ceph-mon ceph-osd | awk '/^Inst /{print $2}')";

/** Ceph’s programs, and where they find their libraries and plugins. */
export const ceph = {
  program: (name: string): string => join(folder, 'usr/bin', name),
  libraries,
  environment: {
    LD_LIBRARY_PATH: [
      libraries,
      join(libraries, 'ceph'),
      join(folder, 'lib', `${architectures[process.arch]}-linux-gnu`),
    ].join(':'),
  },
} as const;

/** Returns whether Ceph can run. The first time, it is unpacked from Debian’s packages (60 MB). */
export async function unpackCeph(): Promise<boolean> {
  if (await works()) return true;
  await unpackPackages('ceph', packages);
  return await works();
}

async function works(): Promise<boolean> {
  const programs = ['monmaptool', 'ceph-mon', 'ceph-osd', 'radosgw-admin', 'radosgw'].map(ceph.program);
  if (!programs.every(existsSync)) return false;
  const started = programs.map((program) => run(program, ['--version'], { env: ceph.environment }));
  return await Promise.all(started).then(
    () => true,
    () => false,
  );
}
