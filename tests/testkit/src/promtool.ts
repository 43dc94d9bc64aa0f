import { join } from 'node:path';
import { starts, unpackedFolder, unpackPackages } from './debianPackages.ts';

const unpackedPromtool = join(unpackedFolder('prometheus'), 'usr/bin/promtool');

/** The path of promtool: installed on the machine, or else from Debian's package of Prometheus. Undefined when there is none. */
export async function findPromtool(): Promise<string | undefined> {
  for (const file of ['promtool', '/usr/bin/promtool', unpackedPromtool])
    if (await starts(file, '--version')) return file;
  await unpackPackages('prometheus', 'prometheus');
  return (await starts(unpackedPromtool, '--version')) ? unpackedPromtool : undefined;
}
