import { join } from 'node:path';
import { starts, unpackedFolder, unpackPackages } from './debianPackages.ts';

/** The path of promtool: installed on the machine, or else from Debian's package of Prometheus. Undefined when there is none. */
export const findPromtool = (): Promise<string | undefined> => find('promtool');

/** The path of Prometheus itself, found in the same way. */
export const findPrometheus = (): Promise<string | undefined> => find('prometheus');

async function find(program: string): Promise<string | undefined> {
  const unpacked = join(unpackedFolder('prometheus'), 'usr/bin', program);
  for (const file of [program, `/usr/bin/${program}`, unpacked]) if (await starts(file, '--version')) return file;
  await unpackPackages('prometheus', 'prometheus');
  return (await starts(unpacked, '--version')) ? unpacked : undefined;
}
