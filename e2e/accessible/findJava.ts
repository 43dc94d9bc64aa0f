import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { starts, unpackedFolder, unpackPackages } from '@site/kit/debianPackages.ts';

const folder = unpackedFolder('java');

/** The package of the Java that this version of Debian comes with: `default-jre-headless` only depends on it. */
const packageName = '$(apt-cache depends default-jre-headless | grep -o "openjdk-[0-9]*-jre-headless")';

/** The program of Java: the machine's own, or else the one in Debian's package; nothing when there is neither. */
export async function findJava(): Promise<string | undefined> {
  const ofMachine = process.env.JAVA_HOME ? [join(process.env.JAVA_HOME, 'bin/java'), 'java'] : ['java'];
  for (const file of [...ofMachine, ...(await unpacked())]) if (await starts(file, '-version')) return file;
  await unpackPackages('java', packageName);
  for (const file of await unpacked()) if (await starts(file, '-version')) return file;
  return undefined;
}

const unpacked = (): Promise<string[]> =>
  Array.fromAsync(glob('usr/lib/jvm/*/bin/java', { cwd: folder }), (file) => join(folder, file));
